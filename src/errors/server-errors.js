import { statusAdvice } from './advice.js'
import { attachProblem } from './attach-problem.js'
import {
  byHandText,
  causeText,
  endText,
  loginProblem,
  lostText,
  otherPortsText,
  otherResponsesText,
  pathOf,
  phases,
  responseProblem,
  stderrText,
  traceText
} from './words.js'

/** @import { ErrorRegistry } from './types.js' */

/** What a server can do that it cannot be measured, part of the registry in errors.js. @satisfies {Partial<ErrorRegistry>} */
export const serverErrors = {
  ERR_NO_START: {
    exitCode: 2,
    message: d =>
      `${d.folder} has nothing that starts a server: no scripts.start, main or bin in package.json, and no usual file such as server.js. Name the command: init 'node my-server.js'.`
  },
  ERR_NO_ROUTE: {
    exitCode: 3,
    message: d =>
      `The server responds with 2xx to none of ${d.paths}. Name a route by --path, such as: init '${d.command}' --path /items`
  },
  ERR_SERVER_EXITED: {
    exitCode: 3,
    message: d =>
      `The server of ${d.variant} ${phases[d.phase]} ${endText(d.exit, d)}.${stderrText(d.tail)}${causeText(d.cause) || traceText(d)}`
  },
  ERR_NO_PROGRAM: {
    exitCode: 3,
    message: d =>
      `The server of ${d.variant} cannot be started: ${d.problem}. ${d.instead === undefined ? 'Install it, or name its path.' : `Name it so: ${d.instead}`}`
  },
  ERR_SERVER_NEVER_LISTENED: {
    exitCode: 3,
    message: d =>
      `The server of ${d.variant} did not listen on any port within ${d.limitMs} ms, or a script that starts it sets NODE_OPTIONS itself, which keeps the workshop from seeing it.${stderrText(d.tail)}${causeText(d.cause) || byHandText(d)}`
  },
  ERR_SERVER_SOCKET: {
    exitCode: 3,
    message: d =>
      `The server of ${d.variant} listens on the socket ${d.socketPath} only, and load is sent over TCP. Let it listen on a port, as by a variable before the command: PORT=3000 ${d.command}`
  },
  ERR_SERVER_OTHER_PORT: {
    exitCode: 3,
    message: d =>
      `The server of ${d.variant} did not listen on port ${d.port} within ${d.limitMs} ms, but on ${d.open}. Name the port to load by --port, as the server's code has it.${stderrText(d.tail)} Run it by hand: ${d.command}`
  },
  ERR_SERVER_ADDRESS: {
    exitCode: 3,
    message: d =>
      `The server of ${d.variant} listens on ${d.address} only, which other machines reach. Load is sent to this machine alone: let it listen on 127.0.0.1, or on all addresses.${stderrText(d.tail)} Run it by hand: ${d.command}`
  },
  ERR_SERVER_NOT_READY: {
    exitCode: 3,
    message: d =>
      `The server of ${d.variant} listened, but did not respond with 2xx to ${d.path} within ${d.limitMs} ms (${d.problem}).${stderrText(d.tail)}${causeText(d.cause) || ` Does it wait for a database or another server?${byHandText(d)}`}`
  },
  ERR_TLS: {
    exitCode: 3,
    message: d =>
      d.problem === 'client-certificate'
        ? `The server of ${d.variant} asks for a client certificate, and the load generators have none. Let it take requests without one for the run, by requestCert: false. Run it by hand: ${d.command}`
        : `The TLS handshake with the server of ${d.variant} failed: ${d.problem}. Let it listen without TLS for the run, or name another port by --port. Run it by hand: ${d.command}`
  },
  ERR_HTTP2_ONLY: {
    exitCode: 3,
    message: d =>
      `The server of ${d.variant} speaks HTTP/2 only, and the load generators speak HTTP/1.1. Over TLS set allowHTTP1: true in http2.createSecureServer; without TLS start it with node:http; or name a port that speaks HTTP/1.1 by --port. Run it by hand: ${d.command}`
  },
  ERR_SERVER_MEMORY: {
    exitCode: 3,
    message: d =>
      `The server of ${d.variant} passed the memory limit of ${d.limitMB} MB after ${d.seconds} s: its processes had ${d.peakMB} MB. Allow more with --memory, or see which functions allocate with --profiler heap, without a limit.${stderrText(d.tail)} Run it by hand: ${d.command}`
  },
  ERR_SERVER_LOST_PROCESS: {
    exitCode: 3,
    message: d => `${lostText(d)}.${stderrText(d.tail)} Run it by hand: ${d.command}`
  },
  ERR_SERVER_SILENT: {
    exitCode: 3,
    message: d =>
      `The server of ${d.variant} did not respond within ${d.limitMs} ms while ${d.waitedFor === 'counters' ? 'its counters were read' : `${d.waitedFor} was asked`}.${stderrText(d.tail)} The server is too busy to respond, or hangs. Run it by hand under load${d.command === undefined ? '.' : `: ${d.command}`}`
  },
  ERR_NOT_MEASURABLE: {
    exitCode: 3,
    message: d =>
      `The responses of ${d.variant}${d.request === undefined ? '' : ` to ${d.request}`} cannot be measured: ${d.reasons.map(responseProblem).join(', ')}${otherResponsesText(d.others)}. ${d.command === undefined ? `Try by hand: ${d.url}` : `Run it by hand, and request ${pathOf(d.url)}: ${d.command}`}`
  },
  ERR_NO_RESPONSE: {
    exitCode: 3,
    message: d =>
      `The server of ${d.variant} did not respond to ${d.url}: ${d.problem}.${otherPortsText(d.otherPorts)}${stderrText(d.tail)}${byHandText(d)}`
  },
  ERR_WRONG_STATUS: {
    exitCode: 3,
    message: d =>
      `The server of ${d.variant} responds to ${d.request} with status ${d.status}${d.location === null ? '' : `, a redirect to ${d.location}`}.${otherPortsText(d.otherPorts)}${d.status >= 500 ? `${stderrText(d.tail)}${causeText(d.cause)}` : ''}${d.cause && d.status >= 500 ? '' : ` ${statusAdvice(d)}`}`
  },
  ERR_LOGIN: {
    exitCode: 3,
    message: d =>
      `The login on the server of ${d.variant} failed: ${loginProblem(d)}.${typeof d.problem === 'string' ? stderrText(d.tail) : ''} Correct that request in the login.${byHandText(d)}`
  },
  ERR_LOGIN_ENDED: {
    exitCode: 3,
    message: d =>
      `The login of ${d.variant} ended during the run: ${d.request} responds with status ${d.status}, ${d.seconds} s after it. Let tokens and sessions live longer for the run, as by a variable before the command, or shorten the launches by --short. Run it by hand: ${d.command}`
  },
  ERR_NOT_COMPARABLE: {
    exitCode: 3,
    message: d =>
      `${d.baseline} and ${d.candidate} do not do the same work: the content-type of their responses${d.request === undefined ? '' : ` to ${d.request}`} is ${d.baselineType} and ${d.candidateType}. Name a route where it is the same by --path or --request.`
  },
  /** Before anything was measured. */
  ERR_ATTACH: {
    exitCode: 2,
    message: d => `Cannot attach to ${d.target}: ${attachProblem(d.problem)}.`
  },
  ERR_ATTACHED: {
    exitCode: 3,
    message: d => `Cannot measure ${d.target}: ${attachProblem(d.problem)}.`
  }
}
