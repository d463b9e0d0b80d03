import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { AFTER_PART, compared } from '../../scripts/proofs/lib/attach-plan.js'
import { withServers } from '../../scripts/proofs/lib/attach-servers.js'
import { claimsOf } from '../../scripts/proofs/lib/attach-tables.js'
import { workshopRoot } from '../../src/system/files/workshop-root.js'
import { runProgram } from '../../src/system/processes.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

/** @import { AttachRow } from '../../scripts/proofs/lib/attach-plan.js' */

removeTemporaryFolders()

const [same = ''] = Object.keys(compared)

/** @param {(boolean | null)[]} answers @returns {AttachRow[]} of two processes of one server */
function rowsOf(answers) {
  const about = { over: 'windows', relative: 0.01, low: -0.02, high: 0.04, launchesDifferRatio: 0.05 }
  return answers.map((isLarger, index) => ({ part: same, index, against: /** @type {any} */ ({ ...about, isLarger }) }))
}

/** @param {AttachRow[]} rows */
function sameClaim(rows) {
  return claimsOf(rows).find(({ claim }) => claim.startsWith('two processes'))
}

test('an open answer is not counted as one within', () => {
  const open = Array.from({ length: 20 }, () => null)
  expect(sameClaim(rowsOf(open))).toMatchObject({ measured: '0 larger, 0 within, 20 open', isHeld: true })
  expect(sameClaim(rowsOf([false, null, true]))).toMatchObject({
    claim: expect.stringMatching(/in none called larger/),
    measured: '1 larger, 1 within, 1 open',
    isHeld: false
  })
})

test('a run without an answer does not hold', () => {
  expect(sameClaim([{ part: same, index: 0, against: null }])).toMatchObject({ isHeld: false })
})

test('the rows of a trial are not those of the proof', async () => {
  const folder = temporaryFolder()
  save('full', [1, 1.01])
  save('short', [2])
  expect(await report([])).toMatch(/after an attach over before \| 1\.005 .*\| 2 \|/)
  expect(await report(['--short'])).toMatch(/after an attach over before \| - \| 1 \|/)

  /** @param {string} name @param {number[]} ratios */
  function save(name, ratios) {
    const rows = ratios.map((afterRatio, index) => ({ part: AFTER_PART, index, afterRatio, controlRatio: 1 }))
    mkdirSync(path.join(folder, name))
    writeFileSync(path.join(folder, name, 'rows.jsonl'), rows.map(row => `${JSON.stringify(row)}\n`).join(''))
  }

  /** @param {string[]} options */
  async function report(options) {
    const script = path.join(workshopRoot, 'scripts/proofs/attach-proof.js')
    const { signal } = new AbortController()
    const { stdout } = await runProgram(process.execPath, [script, folder, '--report', ...options], { signal })
    return stdout
  }
})

test('a server that ends is an error, and not waited for', async () => {
  const asked = withServers([1], 1, async function end([server]) {
    const usage = server?.usage()
    process.kill(Number(server?.pid), 'SIGKILL')
    await usage
  })
  await expect(asked).rejects.toThrow()
})
