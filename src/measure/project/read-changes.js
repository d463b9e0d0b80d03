import { runProgram } from '../../system/processes.js'
import { shallowAdvice } from '../../system/worktrees.js'

/** @import { Variant } from '../../experiments/types.js' */
/** @import { ChangedFile, RangeChanges } from '../../runs/types.js' */

/** A script by its name, or a file without an extension, which may be one. */
const script = /\.[cm]?[jt]sx?$|(^|\/)[^./]+$/
/** The colour of a line of a diff shows what the line is: its text can look like a header. */
const colours = { meta: 'blue', frag: 'cyan', old: 'red', new: 'green', newMoved: 'magenta' }
const [META, HUNK, MOVED] = ['\u001b[34m', '\u001b[36m', '\u001b[35m']
// biome-ignore lint/suspicious/noControlCharactersInRegex: what begins and ends a colour
const COLOUR = /\u001b\[\d*m/g
const settings = Object.entries(colours).flatMap(([slot, colour]) => ['-c', `color.diff.${slot}=${colour}`])
const form = '--unified=0 --find-renames --no-ext-diff --no-textconv --src-prefix=a/ --dst-prefix=b/'
const moves = '--color=always --color-moved=blocks --color-moved-ws=allow-indentation-change'
const wholeFile = { start: [1], count: [1e9] }

/**
 * Returns the lines of scripts that are new in the last variant, where all variants are revisions of a repository. Lines of a run have
 * the numbers of that variant, also those of others, whose lines have the same text. A clone may lack what git needs: a problem.
 * @param {Pick<Variant, 'commit'>[]} variants the baseline first; an empty commit is the working tree
 * @param {string} top the folder of the repository @returns {Promise<RangeChanges | null>} null without revisions
 */
export async function readChanges(variants, top) {
  const [from, to] = [variants[0]?.commit, variants.at(-1)?.commit]
  if (variants.length < 2 || from === undefined || to === undefined) return null
  const ends = from === '' ? ['-R', to] : [from, to].filter(Boolean)
  const { text, problem } = await git([...settings, 'diff', ...`${form} ${moves}`.split(' '), ...ends, '--'])
  const unknown = to === '' ? await git(['ls-files', '-z', '--others', '--exclude-standard']) : { text: '' }
  const added = unknown.text.split('\0').map(file => ({ file, ...wholeFile }))
  return { files: [...changedFiles(text), ...added].filter(({ file }) => script.test(file)), problem }

  /** @param {string[]} args @returns {Promise<{ text: string, problem: string | null }>} `problem`: what git printed */
  async function git(args) {
    const options = { cwd: top, keepsAll: true }
    const { code, stdout, stderr, problem } = await runProgram('git', ['-c', 'core.quotePath=false', ...args], options)
    if (code === 0) return { text: stdout, problem: null }
    const words = problem ?? stderr.trim().split('\n').at(-1) ?? ''
    return { text: stdout, problem: words + (await shallowAdvice(top)) }
  }
}

/**
 * Returns the new lines in a diff without context in {@link colours}, without those that only moved; of a removed file all.
 * Source: git-scm.com/docs/diff-format, and `--color-moved` of git-scm.com/docs/git-diff.
 * @param {string} text @returns {ChangedFile[]}
 */
function changedFiles(text) {
  /** @type {ChangedFile[]} */
  const files = []
  let [removed, next] = ['', 0]
  for (const line of text.split('\n')) {
    const plain = line.replace(COLOUR, '')
    const [, sign, name = ''] = (line.startsWith(META) && /^(---|\+\+\+) (?:[ab]\/)?(.*?)\t?$/.exec(plain)) || []
    if (sign === '---') removed = name
    else if (sign)
      files.push(name === '/dev/null' ? { file: removed, ...wholeFile } : { file: name, start: [], count: [] })
    else if (line.startsWith(HUNK)) next = Number(/ \+(\d+)/.exec(plain)?.[1])
    else if (plain.startsWith('+') && line.startsWith(MOVED)) next++
    else if (plain.startsWith('+')) addLine(files.at(-1), next++)
  }
  return files
}

/** @param {ChangedFile | undefined} file @param {number} line */
function addLine({ start, count } = { file: '', start: [], count: [] }, line) {
  const last = start.length - 1
  if (line === (start[last] ?? 0) + (count[last] ?? 0)) count[last] = (count[last] ?? 0) + 1
  else count[start.push(line) - 1] = 1
}
