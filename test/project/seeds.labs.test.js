import { cpSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, jest, test } from '@jest/globals'
import { readSeeds, readShown, root } from '../helpers/seed-rows.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'
import { workshop } from '../helpers/workshop.js'

jest.setTimeout(60_000)
removeTemporaryFolders()

const labs = readSeeds().filter(({ seed }) => seed.run.startsWith('docs/labs/'))

describe.each(labs)('$seed.document', ({ seed }) => {
  test(`the report of ${seed.run} has the sections and the values of every row`, async () => {
    const folder = path.join(temporaryFolder(), 'run')
    cpSync(path.join(root, seed.run), folder, { recursive: true })
    const { code } = await workshop(['report', folder])
    expect(code).toBe(0)
    const absentPlaces = readShown(folder)
    const absent = seed.rows.map(row => [row.id, ...absentPlaces(row)]).filter(([, ...places]) => places.length > 0)
    expect(absent).toEqual([])
  })
})
