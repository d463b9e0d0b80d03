import { cpSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'
import { startWorkshop } from '../helpers/workshop.js'

removeTemporaryFolders()

const sample = path.join(import.meta.dirname, '../../profiles/sample')

/** @param {NodeJS.ProcessEnv} env @returns {Promise<string>} */
async function reportOfSample(env) {
  const { FORCE_COLOR, NO_COLOR, ...others } = process.env
  const root = path.join(temporaryFolder(), 'run')
  cpSync(sample, root, { recursive: true })
  const { stdout } = await startWorkshop(['report', root], { ...others, ...env }).ended
  return stdout
}

test('colours are for terminals, unless FORCE_COLOR asks for them; the text is the same', async () => {
  const plain = await reportOfSample({})
  expect(plain).not.toContain('\u001b')
  expect(plain.trimEnd().split('\n').length).toBeLessThanOrEqual(60)
  const coloured = await reportOfSample({ FORCE_COLOR: '1' })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are escape sequences
  expect(coloured).toMatch(/\u001b\[31m\+[\d.]+(% \(.*\)| µs ± [\d.]+)\u001b\[39m/)
  expect(coloured).toContain('\u001b[1m\u001b[31mslower')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are escape sequences
  expect(withoutFolders(coloured.replace(/\u001b\[\d+m/g, ''))).toBe(withoutFolders(plain))
}, 60_000)

/** @param {string} text that ends with the folder of the run */
function withoutFolders(text) {
  return text.slice(0, text.indexOf('\nReport: '))
}
