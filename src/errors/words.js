import { closestName } from './closest-name.js'

/** @import { ErrorDetails, Exit, OutputFault, RecordingFault, ServerCause, ServerPhase, ServerPlace, ToolProblem } from './types.js' */
/** @import { Environment, EnvironmentDifference, ResponseReason } from '../verdict/types.js' */

/** Of a list in a sentence. */
const MOST_NAMED = 4

/** @type {Record<RecordingFault, string>} */
const recordingFaults = { 'missing-recording': 'missing', 'empty-recording': 'empty' }

/** @type {Record<ServerPhase, string>} */
export const phases = {
  start: 'ended before it listened',
  health: 'ended before it was ready',
  load: 'died under load'
}

/** @type {Record<OutputFault, string>} */
const outputFaults = {
  'no-log': 'there is no V8 log',
  'incomplete-log': 'the log is empty or was cut off',
  'no-summary': 'it printed no summary',
  'no-samples': 'the inspector took no sample while the server was loaded',
  'no-perf-samples': 'perf took no sample while the server was loaded',
  'no-allocations': 'the inspector sampled no allocation',
  'no-requests-followed': 'no request of HTTP/1.1 to the loaded port began and ended while the hook was on',
  'incomplete-page': 'its page is missing or cut off',
  'unknown-page':
    'its page has an unknown form, and names of functions could run scripts in it; other versions of the tool may work'
}

/** Returns what is wrong with responses, as a part of a sentence. @param {ResponseReason} reason */
export function responseProblem(reason) {
  switch (reason.code) {
    case 'no-responses':
      return 'no request was completed'
    case 'failed-requests':
      return `${counted(reason.requests, 'request')} without a response`
    case 'timeouts':
      return counted(reason.requests, 'timeout')
    case 'wrong-status':
      return `${counted(reason.responses, 'response')} with a status other than 2xx`
    case 'wrong-encoding':
      return `content-encoding ${reason.seen.join(', ')} instead of ${reason.expected}`
  }
}

/**
 * `other`: of the other run.
 * @type {{ [Name in keyof Environment]-?: [name: string, textOf: (value: Required<Environment>[Name], other: Required<Environment>[Name]) => string] }}
 */
const environmentWords = {
  cpuModel: ['processor', String],
  cores: ['cores', String],
  memoryGiB: ['memory', value => `${value} GiB`],
  platform: ['platform', String],
  release: ['kernel', String],
  governor: ['governor', value => value ?? 'not known'],
  pinnableCores: ['cores to pin to', String],
  nodeVersions: ['Node.js', value => value.join(', ')],
  variants: ['variants', value => value.join(', ')],
  memoryLimitsMB: ['memory limits', value => value.map(limit => (limit === null ? 'none' : `${limit} MB`)).join(', ')],
  companions: ['companions', value => value.join(', ') || 'none'],
  requests: ['requests', value => value.map(requestText).join(', ')],
  login: ['login', value => value.map(requestText).join(', ') || 'none'],
  packages: [
    'packages that differ',
    function ownPackages(value, other) {
      const others = new Set(other.map(packageText))
      return firstOf(value.map(packageText).filter(text => !others.has(text))) || 'none'
    }
  ],
  load: [
    'load',
    ({ generator, connections }) =>
      connections === null ? generator : `${generator}, ${counted(connections, 'connection')}`
  ],
  sliceMs: ['slice length', value => `${value} ms`],
  separateSlices: ['separate slices', String],
  warmUpMs: ['warm-up', value => `${value} ms`],
  coldRequests: ['cold requests', value => String(value ?? 'none')],
  isShort: ['short run', value => (value ? 'yes' : 'no')]
}

/** Returns the first of a list, and how many more there are. @param {string[]} texts @param {string} [separator] */
export function firstOf(texts, separator = ', ') {
  const more = texts.length - MOST_NAMED
  return [...texts.slice(0, MOST_NAMED), ...(more > 0 ? [`${more} more`] : [])].join(separator)
}

/** @param {Environment['requests'][number]} request */
function requestText({ method, path, headers, bodyBytes, weight }) {
  const names = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const body = bodyBytes > 0 ? [`${bodyBytes} bytes`] : []
  const share = weight === 1 ? [] : [`weight ${weight}`]
  const more = [...names, ...body, ...share].join(', ')
  return `${method} ${path}${more && ` (${more})`}`
}

/**
 * Returns what two runs do not have in common, such as `cores 4 then, 2 now`.
 * @param {EnvironmentDifference} difference
 */
export function differenceInWords({ what, before, now }) {
  const [name, textOf] = /** @type {[string, (value: unknown, other: unknown) => string]} */ (environmentWords[what])
  return `${name} ${textOf(before, now)} then, ${textOf(now, before)} now`
}

/** @param {Required<Environment>['packages'][number]} change */
function packageText({ package: name, before, after }) {
  return `${name} ${before ?? 'none'} to ${after ?? 'none'}`
}

/** @param {{ variant: string, reasons: ResponseReason[] }[]} [others] variants that were loaded at the same time */
export function otherResponsesText(others = []) {
  return others
    .map(({ variant, reasons }) =>
      reasons.length === 0
        ? `; those of ${variant} are valid`
        : `; those of ${variant}: ${reasons.map(responseProblem).join(', ')}`
    )
    .join('')
}

/** @param {EnvironmentDifference[]} differences a line each */
export function differencesText(differences) {
  return differences.map(difference => `\n  ${differenceInWords(difference)}`).join('')
}

/** @type {(exit: Exit) => string} */
export function exitText({ code, signal, problem }) {
  return problem ?? (signal ? `killed by ${signal}` : `exit code ${code}`)
}

/** @type {(place: ServerPlace) => string} '' outside of rounds */
function placeText({ launch, round = 0, profiler = 'none' }) {
  if (launch === undefined || launch === 'answers') return ''
  return `launch ${launch}, round ${round + 1}, ${profiler === 'none' ? 'unprofiled' : `under ${profiler}`}`
}

/** @type {(exit: Exit, place: ServerPlace & { afterMs?: number }) => string} in brackets */
export function endText(exit, { afterMs, ...place }) {
  const after = afterMs === undefined ? '' : ` after ${Math.round(afterMs / 100) / 10} s`
  return `(${[exitText(exit) + after, placeText(place)].filter(Boolean).join('; ')})`
}

/** @type {(lost: ErrorDetails['ERR_SERVER_LOST_PROCESS']) => string} */
export function lostText({ variant, wrapper, ...place }) {
  const words = placeText(place)
  const where = words && ` (${words})`
  if (wrapper)
    return `The server of ${variant} ended under load${where}; ${wrapper}, which started it, does not report why`
  return `A process of the server of ${variant} ended under load${where}, for example a cluster worker`
}

/** Returns why a server ended or does not respond, and what to do; '' where that is not known. @type {(cause: ServerCause | null | undefined) => string} */
export function causeText(cause) {
  if (cause?.code === 'taken-port') return takenPortText(cause)
  const text = cause ? causes[cause.code] : undefined
  return text === undefined ? '' : ` ${text(Object(cause).what)}`
}

/** @type {Partial<Record<ServerCause['code'], (what: string) => string>>} */
const causes = {
  killed: () => 'The system kills processes when it is out of memory: run dmesg, which names them.',
  heap: () =>
    'Its heap is out of memory: it keeps what it should not, or needs more by NODE_OPTIONS=--max-old-space-size=<MB>.',
  'taken-socket': file =>
    `The socket ${file} is taken, and the servers of all variants run at the same time. Give each another one, or remove what an ended server has left: rm ${file}`,
  'no-connection': address =>
    `Nothing listens on ${address}${serviceAt(address)}. Start what it connects to, or let the run start it: --companion '<command>'`,
  'unknown-host': host =>
    `There is no host ${host} here. Name another one, such as 127.0.0.1, by the variable that the server reads.`,
  'no-file': file => `There is no file ${file}. Name the folder of the server by --cwd.`,
  'no-package': name => `The package ${name} is not installed there. Run npm install, or name the folder by --cwd.`
}

/** Returns what went wrong with a request of a login. @param {ErrorDetails['ERR_LOGIN']} login */
export function loginProblem({ request, problem }) {
  if (typeof problem === 'string') return `no response to ${request}: ${problem}`
  if (problem.code === 'wrong-status') return toolProblem(problem)
  const { name, source, found } = problem
  const instead = found === null ? 'it is not JSON of at most 1 MB' : `there is ${found.join(', ') || 'nothing else'}`
  return `the response to ${request} has no value at ${source} for {{${name}}}: ${instead}`
}

/** What usually listens on a port. @type {Record<string, string>} */
const services = { 3306: 'MySQL', 5432: 'PostgreSQL', 6379: 'Redis', 9200: 'Elasticsearch', 27017: 'MongoDB' }

/** @param {string} address */
function serviceAt(address) {
  const service = services[address.split(':').at(-1) ?? '']
  return service === undefined ? '' : `, the port of ${service}`
}

/** @param {Extract<ServerCause, { code: 'taken-port' }>} cause */
function takenPortText({ port, owner }) {
  if (owner?.isOwn)
    return ` Port ${port} is taken by the server of another variant: ports that Node.js opens are moved, and ${owner.name} opens this one. Give each variant a port of its own, as by a variable before its command.`
  if (owner) return ` Port ${port} is taken by process ${owner.pid} (${owner.name}). End it: kill ${owner.pid}`
  return ` Port ${port} is taken. End the process that listens there, which this names: lsof -i :${port}`
}

/** Returns how to find out why a server ended: one that wrote nothing has ended itself. @type {(end: ErrorDetails['ERR_SERVER_EXITED']) => string} */
export function traceText({ exit, tail, command }) {
  if (tail !== '' || exit.code === null) return byHandText({ command })
  return ` A server must run until it is stopped. Run it so, which prints where it ends: NODE_OPTIONS=--trace-exit ${command}`
}

/** @type {(failed: { generator: string, problem: ToolProblem }) => string} */
export function generatorText({ generator, problem }) {
  if (typeof problem === 'string' || problem.code !== 'late')
    return `The load generator ${generator} failed: ${toolProblem(problem)}`
  return `The load of ${generator} did not end within ${problem.limitMs / 1000} s: the server responds too slowly or not at all, or the generator hangs`
}

/** @param {string} url @returns {string} what is the same whatever port a server has */
export function pathOf(url) {
  return url.replace(/^https?:\/\/[^/]+/, '')
}

/** @type {(problem: ToolProblem) => string} */
export function toolProblem(problem) {
  if (typeof problem === 'string') return problem
  if (problem.code === 'exited') return exitText(problem.exit)
  if (problem.code === 'late') return `it did not respond within ${problem.limitMs} ms`
  if (problem.code === 'wrong-status') return `the response to ${problem.request} has status ${problem.statusCode}`
  if ('file' in problem)
    return `${problem.file} is ${recordingFaults[problem.code]}; clinic needs a server that ends by itself on SIGTERM, without process.exit`
  return outputFaults[problem.code]
}

/**
 * Returns a count with its noun, such as 1 round or 3 rounds.
 * @param {number} count @param {string} noun @param {string} [plural]
 */
export function counted(count, noun, plural = `${noun}s`) {
  return `${count} ${count === 1 ? noun : plural}`
}

const MOST_LINES = 8
/** Also the stack that V8 prints when it is out of memory. */
const innerFrame = /^\s+at .*(node:|node_modules)|^\s*\d+: 0x[0-9a-f]+ /

/**
 * Returns the last lines of a process's stderr, without the stack frames inside node and packages, which would often be all of
 * them.
 * @param {string} text
 */
export function lastLines(text) {
  const kept = text.split('\n').filter(line => line.trim() !== '' && !innerFrame.test(line))
  return kept.slice(-MOST_LINES).join('\n')
}

/** @param {string | null} tail */
export function stderrText(tail) {
  return tail === '' ? ' It wrote nothing to stderr.' : endOf('stderr', tail)
}

/** @param {{ command?: string }} server '' of a run that was saved without its command */
export function byHandText({ command }) {
  return command === undefined ? '' : ` Run it by hand: ${command}`
}

/** @param {number[]} [ports] as the code of the server has them; 0 for any */
export function otherPortsText(ports = []) {
  if (ports.length === 0) return ''
  const [first, ...others] = ports.filter(port => port !== 0)
  if (first === undefined)
    return ` It also listens on ${counted(ports.length, 'port')} that the system chooses: give one a number, and name that by --port.`
  const all = [first, ...others]
  return ` It also listens on port ${all.join(', ')}: --port ${all.join(' or ')} loads that one.`
}

/** Returns a question for a name that was most likely meant. @param {string} wrong @param {string | string[]} names with commas, or one each */
export function didYouMean(wrong, names) {
  const closest = closestName(wrong, typeof names === 'string' ? names.split(', ') : names)
  return closest === undefined ? '' : ` (did you mean ${closest}?)`
}

/** @param {string | null} tail of stdout and stderr */
export function outputText(tail) {
  return tail === '' ? ' It printed nothing.' : endOf('output', tail)
}

/** @type {(what: string, tail: string | null) => string} */
function endOf(what, tail) {
  return tail === null ? '' : ` Its ${what} ended with:\n${tail.replace(/^/gm, '    ')}\n`
}
