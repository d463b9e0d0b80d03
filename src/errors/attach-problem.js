/** @import { AttachProblem } from './types.js' */

/**
 * Returns why a process cannot be attached to, and what to do instead, as the end of a sentence and what follows it.
 * @param {AttachProblem} problem @returns {string}
 */
export function attachProblem(problem) {
  switch (problem.code) {
    case 'no-proc':
      return 'this system has no /proc, so it is not known whether SIGUSR1 would end it, and it was not signalled. Start it with --inspect, and name the address: attach 127.0.0.1:9229'
    case 'gone':
      return 'there is no such process. List those of Node.js: pgrep -a node'
    case 'not-ours':
      return 'it belongs to another user. Attach as that user'
    case 'not-node':
      return `its program is ${problem.program}, not node, and SIGUSR1 could end it, so it was not signalled. Name the process of node itself, or the address of its inspector`
    case 'other-network':
      return 'it runs in another network, such as that of a container, where its inspector cannot be reached from here. Run attach inside'
    case 'no-handler':
      return 'it does not handle SIGUSR1, which would end it, so it was not signalled: it may run with --disable-sigusr1. Start it with --inspect, and name the address'
    case 'port-taken':
      return `its inspector would open port ${problem.port}, which process ${problem.holder} (${problem.name}) holds, so it was not signalled. Close that inspector first, or start the server with --inspect-port=0`
    case 'cluster-primary':
      return `it is the primary of a cluster, which serves no requests itself. Name its workers: attach ${problem.workers.join(' ')}`
    case 'no-inspector':
      return `no inspector of Node.js answers there (${problem.problem}). Name the address that the server printed, such as 127.0.0.1:9229`
    case 'no-answer':
      return `no inspector opened within ${problem.limitMs} ms of SIGUSR1: the app may have a handler of its own for that signal. Start it with --inspect, and name the address`
    case 'no-load':
      return `it completed no request in ${problem.limitMs} ms. Attach while it has load. Requests that worker threads or the workers of a cluster serve are not seen, nor those of HTTP/2 before Node.js 22`
    case 'open-elsewhere':
      return `its inspector is open at port ${problem.port}, as while another attach measures it. Wait until that has ended, or name the address: attach 127.0.0.1:${problem.port}`
    case 'lost':
      return 'the connection to its inspector ended: the server ended, or something closed the inspector. What was measured before is kept'
  }
}
