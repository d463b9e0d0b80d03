import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from '@jest/globals'
import { savedRuns, unpackRun } from '../../../scripts/golden/saved-runs.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'
import { startWorkshop } from '../../helpers/workshop.js'

removeTemporaryFolders()

const sample = path.join(import.meta.dirname, '../../../profiles/sample')

/** @param {NodeJS.ProcessEnv} env @param {string} [run] a folder @returns {Promise<string>} */
async function reportOf(env, run = sample) {
  const { FORCE_COLOR, NO_COLOR, ...others } = process.env
  const root = path.join(temporaryFolder(), 'run')
  cpSync(run, root, { recursive: true })
  const { stdout } = await startWorkshop(['report', root], { ...others, ...env }).ended
  return stdout
}

test('colours are for terminals, unless FORCE_COLOR asks for them; the text is the same', async () => {
  const plain = await reportOf({})
  expect(plain).not.toContain('\u001b')
  expect(plain.trimEnd().split('\n').length).toBeLessThanOrEqual(60)
  const coloured = await reportOf({ FORCE_COLOR: '1' })
  expect(coloured).toContain('\u001b[1m\u001b[31mslower')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are escape sequences
  expect(withoutFolders(coloured.replace(/\u001b\[\d+m/g, ''))).toBe(withoutFolders(plain))
}, 60_000)

test('differences that are significant are coloured', async () => {
  const folder = temporaryFolder()
  for (const run of savedRuns().filter(({ name }) => name === 'quick')) await unpackRun(run, folder)
  const coloured = await reportOf({ FORCE_COLOR: '1' }, path.join(folder, 'quick'))
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are escape sequences
  expect(coloured).toMatch(/\u001b\[31m\+[\d.]+(% \(.*\)| µs ± [\d.]+)\u001b\[39m/)
}, 60_000)

/** @param {string} text that ends with the folder of the run */
function withoutFolders(text) {
  return text.slice(0, text.indexOf('\nReport: '))
}

const painted = `
  import { PassThrough } from 'node:stream'
  import { WriteStream } from 'node:tty'
  import { paintFor } from ${JSON.stringify(pathToFileURL(path.resolve('src/cli/print/print-report.js')).href)}
  const { getColorDepth, hasColors } = WriteStream.prototype
  const terminal = Object.assign(new PassThrough(), { isTTY: process.argv[1] === 'terminal', getColorDepth, hasColors })
  console.log(JSON.stringify(paintFor(terminal).verdict('slower', 'slower')))`

test.each([
  { what: 'a terminal', stream: 'terminal', env: {}, isColoured: true },
  { what: 'a terminal with NO_COLOR', stream: 'terminal', env: { NO_COLOR: '1' }, isColoured: false },
  { what: 'a terminal with TERM=dumb', stream: 'terminal', env: { TERM: 'dumb' }, isColoured: false },
  { what: 'a terminal with FORCE_COLOR=0', stream: 'terminal', env: { FORCE_COLOR: '0' }, isColoured: false },
  { what: 'a file', stream: 'file', env: {}, isColoured: false },
  { what: 'a file with FORCE_COLOR', stream: 'file', env: { FORCE_COLOR: '1' }, isColoured: true }
])('colours on $what: $isColoured', ({ stream, env, isColoured }) => {
  const args = ['--input-type=module', '--eval', painted, stream]
  // Nothing of this environment: Node.js also takes CI for a terminal without colours.
  const text = execFileSync(process.execPath, args, { env: { TERM: 'xterm-256color', ...env }, encoding: 'utf8' })
  expect(JSON.parse(text).includes('\u001b')).toBe(isColoured)
})
