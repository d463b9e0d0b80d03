import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProgram } from '../../src/system/processes.js'
import { workshopRoot } from '../../src/system/workshop-root.js'

/** @typedef {{ executablePath: string, env: NodeJS.ProcessEnv }} Bundled */

const unpacker = fileURLToPath(new URL('./unpack-chromium.js', import.meta.url))

/** The package's own names the folder it would be unpacked to on AWS. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts/fonts</dir>
</fontconfig>
`

/**
 * The Chromium of `@sparticuz/chromium` with all it needs: it runs on a Linux that has neither its libraries nor a font,
 * and draws the same letters on each. It is unpacked once for all test files and runs, which takes two seconds.
 * @returns {Promise<Bundled>}
 */
export async function bundledChromium() {
  const folder = path.join(tmpdir(), `workshop-chromium-${bundledVersion()}-${process.getuid?.()}`)
  if (!existsSync(folder)) await unpackInto(folder)
  return inFolder(folder)
}

/** @param {string} folder */
function inFolder(folder) {
  const env = { ...process.env, LD_LIBRARY_PATH: path.join(folder, 'al2023', 'lib'), FONTCONFIG_PATH: folder }
  return { executablePath: path.join(folder, 'chromium'), env }
}

function bundledVersion() {
  const manifest = path.join(workshopRoot, 'node_modules/@sparticuz/chromium/package.json')
  return JSON.parse(readFileSync(manifest, 'utf8')).version
}

/**
 * The folder appears whole or not at all, and whoever comes second keeps the first one's.
 * @param {string} folder
 */
async function unpackInto(folder) {
  const fresh = mkdtempSync(`${folder}-`)
  try {
    await unpack(fresh)
    writeFileSync(path.join(fresh, 'fonts.conf'), FONTS)
    await tryOut(inFolder(fresh))
    renameSync(fresh, folder)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}

/**
 * The package unpacks to the temporary folder of its process, and the libraries only where it believes to be on AWS:
 * so it gets a process of its own that believes so.
 * @param {string} folder
 */
async function unpack(folder) {
  const env = { ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' }
  await runToSuccess(process.execPath, [unpacker], env)
}

/**
 * What a program that cannot start prints, such as a missing library, would be lost later.
 * @param {Bundled} bundled
 */
async function tryOut({ executablePath, env }) {
  await runToSuccess(executablePath, ['--version'], env)
}

/**
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
async function runToSuccess(program, args, env) {
  const { code, signal, problem, stderr } = await runProgram(program, args, { env })
  if (code !== 0) throw new Error(problem ?? `${program} ended with ${code ?? signal}: ${stderr.trim()}`)
}
