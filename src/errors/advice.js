/** @import { ErrorDetails } from './types.js' */

const networkAdvice = 'Check the network and the registry (npm ping), and run the lab again.'
const writeAdvice = 'Make that folder writable, or clone the repository where you may write.'
const roomAdvice = 'Make room for 300 MB there, and run the lab again.'

/** What to do about the error of a copy, by the code of the system. @type {Record<string, (copy: { source: string, folder: string }) => string>} */
export const copyAdvice = {
  ENOSPC: ({ folder }) => `The disk is full: make room on the file system of ${folder}.`,
  EDQUOT: ({ folder }) => `The quota is used up: make room in ${folder}.`,
  EFBIG: () => 'The size of files is limited: see ulimit -f.',
  ENOENT: ({ source }) => `${source} was removed during the run: run the lab again, which writes it again.`,
  EEXIST: ({ folder }) => `Another process writes in ${folder}: remove that folder.`
}

/** What to do about packages that could not be installed, by the code of npm or of the system. @type {Record<string, string>} */
export const installAdvice = {
  ENPM: 'Install npm, which comes with Node.js, or run npm ci there by hand.',
  ENOTFOUND: networkAdvice,
  EAI_AGAIN: networkAdvice,
  ECONNREFUSED: networkAdvice,
  ECONNRESET: networkAdvice,
  ENETUNREACH: networkAdvice,
  ETIMEDOUT: networkAdvice,
  ERR_SOCKET_TIMEOUT: networkAdvice,
  ENOTCACHED: networkAdvice,
  ENOSPC: roomAdvice,
  EDQUOT: roomAdvice,
  EACCES: writeAdvice,
  EPERM: writeAdvice,
  EROFS: writeAdvice
}

const roomForRuns = 'Make room on that disk, or name another folder with --out.'
const writeRuns = 'Let this user write there, or name another folder with --out.'
const moreFiles = 'Allow more open files (ulimit -n 1024), and measure again.'
const moreMemory = 'Free memory, and measure again.'

/** What to do about an error of the system that ended a run, by its code. @type {Record<string, string>} */
export const systemAdvice = {
  ENOSPC: roomForRuns,
  EDQUOT: roomForRuns,
  EACCES: writeRuns,
  EPERM: writeRuns,
  EROFS: writeRuns,
  EMFILE: moreFiles,
  ENFILE: moreFiles,
  ENOMEM: moreMemory,
  EAGAIN: 'Allow this user more processes (ulimit -u), and measure again.',
  ENOENT: 'Make the folder that is missing (TMPDIR names that of temporary files), and measure again.',
  EADDRNOTAVAIL: 'It needs the address 127.0.0.1: set up the loopback interface (ip link set lo up).'
}

/** @type {Record<string, string>} */
const adviceByStatus = {
  400: "Send what it expects, such as: --body '{\"a\":1}' --header 'content-type: application/json'",
  401: "Add what it asks for, such as: --header 'authorization: Bearer <token>'; --login <file> gets a token from the server.",
  405: 'Name the method that the route has, such as: --method POST',
  429: 'It limits the rate of requests. Turn that off for the run, as by a variable before the command.'
}
const sameAdvice = { 403: 401, 411: 400, 415: 400, 422: 400 }

/** Returns what to do about a status other than 2xx. @param {ErrorDetails['ERR_WRONG_STATUS']} d */
export function statusAdvice(d) {
  const path = d.request.split(' ').at(-1) ?? ''
  if (d.login && /^(401|403|3..)$/.test(String(d.status)))
    return `The login was played${playedText(d.login, d.sent)}; workers of a cluster must share it.`
  if (d.location?.startsWith('https:') && d.location.endsWith(path))
    return "Let it take requests as those of its proxy, such as by: --header 'x-forwarded-proto: https'"
  if (d.location !== null)
    return `Name the route where that leads: --path ${d.location.replace(/^\w+:\/\/[^/]*/, '') || '/'}`
  if (d.status >= 500) return `Run it by hand, and request ${path}: ${d.command}`
  if (d.routes.length > 0)
    return `Its sources name ${d.routes.slice(0, 5).join(', ')}. Name a route: --path ${d.routes[0]}`
  const same = sameAdvice[/** @type {keyof typeof sameAdvice} */ (d.status)] ?? d.status
  return adviceByStatus[same] ?? 'Name a route that responds with 2xx, such as: --path /items'
}

/** Returns what to do with what a login captured. @param {Record<string, string>} sources by name @param {string[]} [sent] */
function playedText(sources, sent = []) {
  if (sent.length === 0) return `: send what it captured, such as: --header '${headerOf(sources)}'`
  const names = [...new Set(sent)].map(name => `{{${name}}}`).join(', ')
  return `, and ${names} was sent and refused: it may have expired, or need another header or prefix`
}

/** Returns a header with the first value that a login captured. @param {Record<string, string>} sources by name */
function headerOf(sources) {
  const [[name = 'token', source = ''] = []] = Object.entries(sources)
  return source.startsWith('cookie ') ? `${source.replace(' ', ': ')}={{${name}}}` : `authorization: Bearer {{${name}}}`
}

/** What reports a run that did not end as planned; follows "the command" or a semicolon. */
export const reportAdvice = 'report <run folder> writes the report of what was measured before'
