import { expect, test } from '@jest/globals'
import { expectReported, goldenNames } from '../helpers/golden-runs.js'
import { removeTemporaryFolders } from '../helpers/temporary-folder.js'

removeTemporaryFolders()

/** The quickest to report: one run and one lab. golden.e2e.test.js reports all of them. */
test.each(['quick', 'gateway-first'])(
  'the recorded run %s stays readable',
  async name => {
    expect(goldenNames()).toContain(name)
    await expectReported(name)
  },
  60_000
)
