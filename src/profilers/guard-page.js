import { open, readFile, stat } from 'node:fs/promises'
import { writeInFolder } from '../system/files/files.js'
import { policyHash } from '../system/files/policy-hash.js'

/** Both tools begin their page with it; the policy must stand before all that loads or runs something. */
const CHARSET = '<meta charset="utf-8">'
const POLICY_START = `${CHARSET}\n<meta http-equiv="Content-Security-Policy"`
/** What a page has before its policy is shorter. */
const HEAD_BYTES = 4096
/** A string holds about as many characters; larger pages are not opened by browsers. */
const MOST_BYTES = 500e6
const DATA_START = '<script type="application/json" id="clinic-data">'
const PROGRAM_START = '<script>'
/** JSON has no line end within a string, so no name of a function contains the end of the data. */
const betweenDataAndProgram = /<\/script> *\n\s*<script>/
const endOfPage = /^<\/script>\s*<\/body>\s*<\/html>\s*(?:<!-- \{"tool":[^<>]*\} -->\s*)?$/
const zeroXCall = '\n    visualizer('
const clinicModule = /^module\.exports=\{.*$/gm
const endsScript = /<\/script|<!--/i
/** Clinic's style sheet of fonts, the only file that these pages load. */
const FONTS = 'https://clinicjs.org/assets/css/fonts.css'
const NO_FONTS = 'data:text/css,'
/** Looks like the signs of HTML, and means nothing in it. */
const harmless = /** @type {Record<string, string>} */ ({ '<': '\u2039', '>': '\u203a' })

/**
 * Rewrites the page of 0x or of one of clinic's tools so that what the profiled server wrote into it stays text, see
 * {@link guardPage}. A page that is guarded already is left as it is.
 * @param {string} file
 * @returns {Promise<boolean>} false where the page has an unknown form: it must not be linked
 */
export async function guardFile(file) {
  const about = await stat(file)
  if (!about.isFile() || about.size > MOST_BYTES) return false
  if (await isGuarded(file)) return true
  const guarded = guardPage(await readFile(file, 'utf8'))
  if (guarded === null) return false
  await writeInFolder(file, guarded)
  return true
}

/**
 * Returns a page of 0x or clinic that runs only the script of the tool, whatever functions and files of the profiled server are
 * called, and that loads nothing. The tools write these names unescaped into a script, and their viewers write them as HTML.
 * Therefore names get other signs for < and >, and a Content-Security-Policy allows one script by its hash.
 * @param {string} html
 * @returns {string | null} null where the page has another form than that of the tools: it cannot be made safe
 */
export function guardPage(html) {
  const parts = partsOf(html.replace(/\r\n?/g, '\n'))
  if (!parts || !parts.head.includes(CHARSET)) return null
  const data = parts.data === null ? '' : `${DATA_START}${harmlessText(parts.data)}</script>\n`
  const program = withHarmlessData(parts)?.replaceAll(FONTS, NO_FONTS)
  if (program === undefined || endsScript.test(program)) return null
  const head = parts.head.replace(CHARSET, () => `${POLICY_START} content="${policyFor(program)}">`)
  return `${head}${data}${PROGRAM_START}${program}${parts.end}`
}

/**
 * @typedef {object} PageParts
 * @property {string} head what comes before the first script: the tool's own
 * @property {string | null} data of doctor and bubbleprof, as JSON; null where the program contains it
 * @property {string} program
 * @property {string} end
 */

/** @param {string} html @returns {PageParts | null} */
function partsOf(html) {
  const start = html.indexOf('<script')
  const last = html.lastIndexOf('</script>')
  const end = html.slice(last)
  if (start === -1 || last === -1 || !endOfPage.test(end)) return null
  const head = html.slice(0, start)
  const scripts = html.slice(start, last)
  if (scripts.startsWith(PROGRAM_START)) return { head, data: null, program: scripts.slice(PROGRAM_START.length), end }
  const border = betweenDataAndProgram.exec(scripts)
  if (!scripts.startsWith(DATA_START) || !border) return null
  const data = scripts.slice(DATA_START.length, border.index)
  return { head, data, program: scripts.slice(border.index + border[0].length), end }
}

/**
 * Returns the program of a page, with harmless names where it contains the data.
 * @param {PageParts} parts
 * @returns {string | undefined} undefined where the data is not found
 */
function withHarmlessData({ data, program }) {
  if (data !== null) return program
  const call = program.lastIndexOf(zeroXCall)
  if (call !== -1) return program.slice(0, call) + harmlessText(program.slice(call))
  const replaced = program.replace(clinicModule, harmlessText)
  return program.search(clinicModule) === -1 ? undefined : replaced
}

/** @param {string} json with < and > in its strings only */
function harmlessText(json) {
  return json.replace(/[<>]/g, sign => harmless[sign] ?? sign)
}

/** Returns a policy that allows one script, and no file from anywhere. @param {string} program */
function policyFor(program) {
  const rules = [
    "default-src 'none'",
    `script-src ${policyHash(program)}`,
    "style-src 'unsafe-inline' data:",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'"
  ]
  return rules.join('; ')
}

/** @param {string} file */
async function isGuarded(file) {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(HEAD_BYTES), length: HEAD_BYTES })
    return buffer.toString('utf8', 0, bytesRead).includes(POLICY_START)
  } finally {
    await handle.close()
  }
}
