import { test } from '@jest/globals'
import { expectReported, goldenNames } from '../helpers/golden-runs.js'
import { removeTemporaryFolders } from '../helpers/temporary-folder.js'

removeTemporaryFolders()

test.each(goldenNames())('the recorded run %s stays readable', expectReported, 60_000)
