import { attachServers } from '../../compare/ask/attach-servers.js'
import { badOption } from '../../compare/ask/bad-option.js'
import { maskedArguments, quoted } from '../../errors/secrets.js'
import { labs } from '../../labs/index.js'
import { typedCommand } from '../../system/files/workshop-root.js'
import { command, readGiven } from '../options/read-arguments.js'
import { printError, printJson } from '../print/print.js'
import { exitCodeOf, exitCodeWith, printReport } from '../print/print-report.js'
import { untilInterrupted } from './interrupts.js'

/** @import { AttachTarget } from '../../measure/attach/attached-processes.js' */
/** @import { Given } from '../options/read-arguments.js' */

const ADDRESSES = 'a process id, or the address of an inspector such as 127.0.0.1:9229'
const LOOPBACK = /^(127(\.\d+){3}|::1|localhost)$/
const UNSAFE =
  'The inspector lets all who reach it run code in the server, without a password, and what it sends is not encrypted'

/**
 * `workshop attach`: profiles a server that runs already, under the load that it has.
 * @param {string[]} args @returns {Promise<number>} exit code
 */
export function attachCommand(args) {
  const reproduce = [typedCommand, 'attach', ...maskedArguments(args).map(quoted)].join(' ')
  return command({ name: 'attach', options: readOptions, run: asked => attach(asked, reproduce) })(args)
}

/** @param {ReturnType<typeof readOptions>} options @param {string} reproduce */
async function attach({ asked, remote, ...options }, reproduce) {
  if (remote) printError(`${UNSAFE}.`)
  const measured = await untilInterrupted(signal => attachServers({ ...asked, labs, reproduce, signal, notify }))
  for (const { analysis, saved } of measured) printReport(analysis, saved, options)
  if (options.json) printJson(measured.length === 1 ? measured[0]?.analysis : measured.map(({ analysis }) => analysis))
  for (const { problem } of measured) if (problem) throw problem
  return Math.max(...measured.map(({ analysis, saved }) => exitCodeWith(exitCodeOf(analysis), saved)))

  /** @param {{ length: number }} processes */
  function notify({ length }) {
    if (options.quiet) return
    const who = length === 1 ? 'It is' : `All ${length} are`
    printError(`Attached. ${who} measured for ${asked.seconds} s, half of it with the CPU profiler.`)
  }
}

/** @param {Given} given */
function readOptions(given) {
  const { words, seconds = 30, remote, candidate = [], against, out, json, quiet, verbose } = readGiven(given)
  const [targets, candidates] = [words, candidate].map(each =>
    each.map((/** @type {string} */ word) => readTarget(word, remote))
  )
  if (against !== undefined && candidate.length > 0)
    throw badOption('--against', 'there is a --candidate too', 'either of them')
  const named = [...words, ...candidate]
  const twice = named.find((word, index) => named.indexOf(word) !== index)
  if (twice !== undefined) throw badOption('attach', `${twice} is named twice`, 'each process once')
  return { asked: { targets, candidates, against, seconds, out }, remote, json, quiet, verbose }
}

/** @param {string} word @param {boolean} remote @returns {AttachTarget} */
function readTarget(word, remote) {
  if (/^\d+$/.test(word)) return { name: word, pid: Number(word) }
  const text = /^\w+:\/\//.test(word) ? word : `ws://${word}`
  const url = URL.canParse(text) ? new URL(text) : null
  const host = url?.hostname.replace(/^\[|\]$/g, '') ?? ''
  const isThere = remote || LOOPBACK.test(host)
  if (!url || !['ws:', 'http:'].includes(url.protocol) || !(isThere || word.includes(':')))
    throw badOption('attach', `"${word}" is neither a process id nor host:port`, ADDRESSES)
  if (!isThere)
    throw badOption('attach', `${word} is not on this machine`, `--remote, to send code to it all the same. ${UNSAFE}`)
  const address =
    url.pathname.length > 1 ? { target: url.href } : { host: url.hostname, port: Number(url.port || 9229) }
  return { name: word, address }
}
