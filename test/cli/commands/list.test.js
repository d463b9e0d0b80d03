import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { sealRun } from '../../../scripts/seal-run.js'
import { listCommand } from '../../../src/cli/commands/list.js'
import { trendCommand } from '../../../src/cli/commands/trend.js'
import { RunFolder } from '../../../src/runs/run-folder.js'
import { makeLaunch, makeRounds, runJson } from '../../helpers/make-run.js'
import { makeListedRun } from '../../helpers/make-runs.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

removeTemporaryFolders()

const slices = makeRounds({ rounds: 8, costRatio: 1.2 })
/** What a terminal or a CI job obeys. */
const names = ['one ##vso[task.x]\u202e', 'two \u009b2K']

/** Returns a folder with two runs of one experiment, the first of the names being the newest. */
function folderOfRuns() {
  const folder = temporaryFolder()
  for (const [index, name] of names.entries()) {
    const startedAt = `2026-01-0${9 - index}T00:00:00.000Z`
    const { manifest, analysis } = makeListedRun({ manifest: { startedAt } })
    const run = new RunFolder(path.join(folder, name))
    mkdirSync(run.root)
    writeFileSync(run.manifest, runJson(manifest))
    writeFileSync(run.analysis, JSON.stringify(analysis))
    const [load] = manifest.design.loads
    writeFileSync(run.slices, slices.map(slice => toLine({ ...slice, load })).join(''))
    const launches = slices.map(({ round, variant }) => makeLaunch({ round, variant }))
    writeFileSync(run.launches, launches.map(toLine).join(''))
    sealRun(run.root)
  }
  return folder
}

/** @param {object} record */
function toLine(record) {
  return `${JSON.stringify(record)}\n`
}

/** Returns what a command prints on stdout. @param {() => Promise<number>} command */
async function printedBy(command) {
  const spy = jest.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    expect(await command()).toBe(0)
    return spy.mock.calls.map(([chunk]) => chunk).join('')
  } finally {
    spy.mockRestore()
  }
}

test('list and trend print as JSON the names that folders have, with escapes for what a terminal or a CI job obeys', async () => {
  const out = folderOfRuns()
  const list = await printedBy(() => listCommand(['--out', out, '--json']))
  expect(JSON.parse(list).map((/** @type {any} */ run) => run.folder)).toEqual(names)
  const trend = await printedBy(() => trendCommand(['info-log', '--out', out, '--json']))
  const [{ runs, load, requests }] = JSON.parse(trend)
  expect(runs.map((/** @type {any} */ run) => run.folder)).toEqual(names.toReversed())
  expect({ load, requests }).toEqual({
    load: { generator: 'autocannon', connections: 100, mode: 'closed' },
    requests: [{ method: 'GET', path: '/info' }]
  })
  for (const text of [list, trend]) expect(text).not.toMatch(/##|(?!\n)[\p{Cc}\p{Cf}]/u)
})
