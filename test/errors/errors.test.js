import { expect, test } from '@jest/globals'
import { errorRegistry, messageOf, toSaved, WorkshopError } from '../../src/errors/errors.js'
import { lastLines, responseProblem } from '../../src/errors/words.js'

/** @import { ErrorCode, ToolProblem } from '../../src/errors/types.js' */

const codes = /** @type {ErrorCode[]} */ (Object.keys(errorRegistry))

test.each(codes)('%s has a documented exit code and a message with its details', code => {
  expect(code).toMatch(/^ERR_[A-Z0-9_]+$/)
  const { exitCode, message } = /** @type {{ exitCode: number, message: (details: any) => string }} */ (
    errorRegistry[code]
  )
  expect([2, 3, 130]).toContain(exitCode)
  const used = new Set()
  const details = new Proxy(/** @type {Record<string, unknown>} */ ({}), {
    get(_target, name) {
      used.add(name)
      if (name === 'problem' && code.startsWith('ERR_ATTACH')) return { code: 'no-inspector', problem: '<problem>' }
      if (name === 'reasons') return [{ code: 'timeouts', requests: '<reasons>' }]
      if (name === 'fault') return { code: 'not-json', problem: '<fault>' }
      if (name === 'afterMs') return 1234
      if (name === 'sent') return []
      if (name === 'otherPorts') return ['<otherPorts>']
      if (name === 'others') return [{ variant: '<others>', reasons: [] }]
      if (name === 'differences') return [{ what: 'cpuModel', before: '<differences>', now: 'another' }]
      return name === 'exit' ? { problem: '<exit>' } : `<${String(name)}>`
    }
  })
  const text = message(details)
  expect(used.size).toBeGreaterThan(0)
  for (const code of /** @type {const} */ (['phase', 'cause', 'systemCode', 'afterMs', 'login', 'sent']))
    used.delete(code)
  for (const name of used) expect(text).toContain(`<${String(name)}>`)
})

/** @type {[ErrorCode, RegExp][]} */
const nextSteps = [
  ['ERR_UNREADABLE_FILE', /\. Restore the file from a copy, or measure again\.$/],
  ['ERR_SERVER_SILENT', / Run it by hand under load\.$/],
  ['ERR_SYSTEM', /\. Correct this and measure again\. The command report <run folder> writes the report /],
  ['ERR_ENDED', /\. Measure again; report <run folder> writes the report /],
  ['ERR_INTERRUPTED', /\. Measure again\.$/],
  ['ERR_NO_BASELINE', /\. Save it with --save-baseline main, or name another one with --against\.$/]
]

test.each(nextSteps)('%s names the next step', (code, step) => {
  const details = {
    name: 'main',
    path: 'a file',
    problem: 'it is damaged',
    variant: 'new',
    tail: null,
    signal: 'SIGINT'
  }
  expect(messageOf({ code, details: /** @type {any} */ (details) })).toMatch(step)
})

test('an error is saved as its code and details, and printed with the same message', () => {
  const error = new WorkshopError('ERR_NO_SUCH_RUN', { path: 'here', problem: 'it is empty' })
  expect(error).toMatchObject({ name: 'WorkshopError', code: 'ERR_NO_SUCH_RUN', exitCode: 2 })
  const saved = JSON.parse(JSON.stringify(toSaved(error)))
  expect(saved).toEqual({ code: 'ERR_NO_SUCH_RUN', details: { path: 'here', problem: 'it is empty' } })
  expect(messageOf(saved)).toBe(error.message)
  expect(messageOf({ ...saved, code: 'ERR_NEWER' })).toBe('ERR_NEWER')
})

test('the types refuse a missing detail and an unknown code', () => {
  // @ts-expect-error the message needs `problem`
  expect(new WorkshopError('ERR_NO_SUCH_RUN', { path: 'here' }).message).toContain('undefined')
  // @ts-expect-error there is no such code
  expect(() => new WorkshopError('ERR_NOVEL', {})).toThrow(TypeError)
})

test('the last lines of a long stderr are kept, and a silent one is reported as silent', () => {
  expect(lastLines('0\n1\n2\n3\n4\n5\n6\n7\n8\n')).toBe('1\n2\n3\n4\n5\n6\n7\n8')
  expect(lastLines('')).toBe('')
  const details = { tool: 'a tool', what: 'a file', problem: 'exit code 1' }
  expect(new WorkshopError('ERR_TOOL', { ...details, tail: '2\n3' }).message).toBe(
    'a tool failed on a file: exit code 1. Its stderr ended with:\n    2\n    3\n Measure again.'
  )
  expect(new WorkshopError('ERR_TOOL', { ...details, tail: '' }).message).toMatch(
    /It wrote nothing to stderr\. Measure again\.$/
  )
  expect(new WorkshopError('ERR_TOOL', { ...details, tail: null }).message).toMatch(/exit code 1\. Measure again\.$/)
})

/** @type {[ToolProblem, string][]} */
const toolProblems = [
  ['a message of the tool', 'a message of the tool'],
  [{ code: 'exited', exit: { code: 1, signal: null } }, 'exit code 1'],
  [{ code: 'exited', exit: { code: null, signal: 'SIGKILL' } }, 'killed by SIGKILL'],
  [{ code: 'late', limitMs: 20 }, 'it did not respond within 20 ms'],
  [{ code: 'no-summary' }, 'it printed no summary'],
  [
    { code: 'unknown-page' },
    'its page has an unknown form, and names of functions could run scripts in it; other versions of the tool may work'
  ]
]

test.each(toolProblems)('what is wrong with a tool is printed: %j', (problem, text) => {
  const { message } = new WorkshopError('ERR_TOOL', { tool: 'a tool', what: 'a file', problem, tail: null })
  expect(message).toBe(`a tool failed on a file: ${text}. Measure again.`)
})

test('the end of a server names the launch and the reason, and an older record has neither', () => {
  const details = /** @type {const} */ ({
    variant: 'log=sync',
    phase: 'load',
    exit: { code: 134, signal: null },
    command: 'node a.js',
    tail: null
  })
  const place = /** @type {const} */ ({ launch: '05-log=sync', round: 2, profiler: 'prof' })
  const text = (/** @type {object} */ more) => new WorkshopError('ERR_SERVER_EXITED', { ...details, ...more }).message
  expect(text({})).toBe('The server of log=sync died under load (exit code 134). Run it by hand: node a.js')
  expect(text({ launch: 'answers', round: 0, profiler: 'none', cause: null })).toBe(text({}))
  expect(text({ ...place, cause: { code: 'heap' } })).toMatch(
    /\(exit code 134; launch 05-log=sync, round 3, under prof\)\. Its heap is out of memory/
  )
  expect(text({ ...place, profiler: 'none', cause: { code: 'taken-port', port: 80 } })).toMatch(
    /round 3, unprofiled\)\. Port 80 is taken\. End the process that listens there, which this names: lsof -i :80$/
  )
  const owner = { pid: 7, name: 'python3', isOwn: false }
  expect(text({ cause: { code: 'taken-port', port: 80, owner } })).toMatch(/by process 7 \(python3\)\. End it: kill 7$/)
  expect(text({ afterMs: 10_040 })).toMatch(/died under load \(exit code 134 after 10 s\)\./)
  expect(text({ cause: { code: 'of a newer version' } })).toMatch(/ Run it by hand: node a\.js$/)
})

test('a server that ended under a tool which started it is not called a worker', () => {
  const details = { variant: 'a', command: 'node a.js', tail: null }
  const place = /** @type {const} */ ({ launch: '05-a', round: 0, profiler: '0x' })
  expect(new WorkshopError('ERR_SERVER_LOST_PROCESS', { ...details, ...place, wrapper: '0x' }).message).toMatch(
    /^The server of a ended under load \(launch 05-a, round 1, under 0x\); 0x, which started it, does not report why\./
  )
  expect(new WorkshopError('ERR_SERVER_LOST_PROCESS', details).message).toMatch(
    /^A process of the server of a ended under load, for example a cluster worker\./
  )
})

test('what to do by hand does not name the port of a server that has ended', () => {
  const reasons = [{ code: /** @type {const} */ ('no-responses'), discards: /** @type {const} */ ('everything') }]
  const details = { variant: 'a', reasons, url: 'http://127.0.0.1:40123/items?a=1' }
  expect(new WorkshopError('ERR_NOT_MEASURABLE', { ...details, command: 'node a.js' }).message).toBe(
    'The responses of a cannot be measured: no request was completed. Run it by hand, and request /items?a=1: node a.js'
  )
})

test('a variant that does not respond does not hide how those beside it responded', () => {
  const discards = /** @type {const} */ ('everything')
  const others = [
    { variant: 'b', reasons: [{ code: /** @type {const} */ ('wrong-status'), responses: 3, discards }] },
    { variant: 'c', reasons: [] }
  ]
  const reasons = [{ code: /** @type {const} */ ('no-responses'), discards }]
  const { message } = new WorkshopError('ERR_NOT_MEASURABLE', { variant: 'a', reasons, others, url: 'http://[::1]:1/' })
  expect(message).toMatch(
    /^The responses of a cannot be measured: no request was completed; those of b: 3 responses with a status other than 2xx; those of c are valid\. /
  )
})

test('a load that takes too long is not blamed on its generator', () => {
  const details = {
    generator: 'artillery',
    problem: { code: /** @type {const} */ ('late'), limitMs: 60_000 },
    tail: null
  }
  expect(new WorkshopError('ERR_GENERATOR', details).message).toMatch(
    /^The load of artillery did not end within 60 s: the server responds too slowly or not at all, or the generator hangs\./
  )
})

test('stack frames inside node and packages are not kept of a stderr', () => {
  const stderr =
    'Error: no\n    at ask (/app/db.js:3:9)\n    at load (/app/node_modules/x/i.js:1:1)\n    at node:internal/main:28:49\n'
  expect(lastLines(stderr)).toBe('Error: no\n    at ask (/app/db.js:3:9)')
})

test.each([
  [{ code: 'no-responses' }, 'no request was completed'],
  [{ code: 'failed-requests', requests: 1 }, '1 request without a response'],
  [{ code: 'timeouts', requests: 2 }, '2 timeouts'],
  [{ code: 'wrong-status', responses: 3 }, '3 responses with a status other than 2xx'],
  [
    { code: 'wrong-encoding', expected: 'gzip', seen: ['br', 'identity'] },
    'content-encoding br, identity instead of gzip'
  ]
])('what is wrong with responses is a part of a sentence: %j', (reason, text) => {
  expect(responseProblem(/** @type {any} */ ({ ...reason, discards: 'everything' }))).toBe(text)
})
