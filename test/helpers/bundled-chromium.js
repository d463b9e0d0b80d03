import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { workshopRoot } from '../../src/system/files/workshop-root.js'
import { runProgram } from '../../src/system/processes.js'

/** @typedef {{ executablePath: string, env: NodeJS.ProcessEnv }} Bundled */

const unpacker = fileURLToPath(new URL('./unpack-chromium.js', import.meta.url))

/** The configuration in the package names the folder of AWS Lambda. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts/fonts</dir>
  <alias><family>system-ui</family><prefer><family>Open Sans</family></prefer></alias>
  <alias><family>sans-serif</family><prefer><family>Open Sans</family><family>DejaVu Sans</family></prefer></alias>
  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
</fontconfig>
`
/** The font of the package has neither a monospace face nor arrows. */
const MORE_FONTS = ['DejaVuSans.ttf', 'DejaVuSansMono.ttf', 'DejaVuSansMono-Bold.ttf']

/**
 * Returns the Chromium of `@sparticuz/chromium` with its libraries and fonts: it runs on a Linux without either, and draws the
 * same letters on each. The first call on a machine unpacks it, which takes two seconds.
 * @returns {Promise<Bundled>}
 */
export async function bundledChromium() {
  const folder = path.join(
    tmpdir(),
    `workshop-chromium-${versionOf('@sparticuz/chromium')}-${versionOf('dejavu-fonts-ttf')}-${process.getuid?.()}`
  )
  if (!existsSync(folder)) await unpackInto(folder)
  return inFolder(folder)
}

/** @param {string} folder */
function inFolder(folder) {
  const env = { ...process.env, LD_LIBRARY_PATH: path.join(folder, 'al2023', 'lib'), FONTCONFIG_PATH: folder }
  return { executablePath: path.join(folder, 'chromium'), env }
}

/** @param {string} name of a package */
function versionOf(name) {
  const manifest = path.join(workshopRoot, 'node_modules', name, 'package.json')
  return JSON.parse(readFileSync(manifest, 'utf8')).version
}

/**
 * Unpacks Chromium into a new folder, then renames it: a folder of that name is always complete. If another process was
 * faster, its folder is kept.
 * @param {string} folder
 */
async function unpackInto(folder) {
  const fresh = mkdtempSync(`${folder}-`)
  try {
    await unpack(fresh)
    const fonts = path.join(workshopRoot, 'node_modules/dejavu-fonts-ttf/ttf')
    for (const file of MORE_FONTS) cpSync(path.join(fonts, file), path.join(fresh, 'fonts/fonts', file))
    writeFileSync(path.join(fresh, 'fonts.conf'), FONTS)
    await checkThatItStarts(inFolder(fresh))
    renameSync(fresh, folder)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}

/**
 * Unpacks in a process of its own, because the package writes to the temporary folder of its process and adds the libraries
 * only if the environment is that of AWS Lambda.
 * @param {string} folder
 */
async function unpack(folder) {
  const env = { ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' }
  await runToSuccess(process.execPath, [unpacker], env)
}

/**
 * Starts Chromium once, because puppeteer does not show what a program prints that cannot start.
 * @param {Bundled} bundled
 */
async function checkThatItStarts({ executablePath, env }) {
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
