import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import connect from 'chrome-remote-interface'
import { WorkshopError } from '../../errors/errors.js'
import { withDeadline } from '../../system/deadline.js'

const folder = fileURLToPath(new URL('.', import.meta.url))
const ENTRY = path.join(folder, 'attached.cjs')
/** What the entry requires; by name, as these differ. */
const PARTS = [
  'agent/agent-counters.cjs',
  'agent/agent-calls.cjs',
  'agent/agent-heap.cjs',
  '../system/platform.cjs'
].map(file => path.join(folder, '..', file))
const CONNECT_LIMIT_MS = 5000
/** To take a profile of a large server takes its thread some seconds. */
const ANSWER_LIMIT_MS = 60_000

/** @typedef {{ host: string, port: number } | { target: string }} InspectorAddress */
/** @typedef {Awaited<ReturnType<typeof connectTo>>} InspectedProcess */

/**
 * Connects to the inspector of a process, and sends it the code that counts there. Nothing of it is kept in the process's own variables.
 * @param {InspectorAddress} address @param {string} target as it was asked for
 * @throws {WorkshopError} ERR_ATTACH
 */
export async function connectTo(address, target) {
  const connecting = connect({ ...address, local: true })
  const late = () => new Error('no answer')
  const client = await withDeadline(connecting, { limitMs: CONNECT_LIMIT_MS, late }).catch(fail)
  let isLost = false
  /** @type {Promise<void>} */
  const closed = new Promise(resolve => {
    client.on('disconnect', function end() {
      isLost = true
      resolve()
    })
  })
  const evaluated = send('Runtime.evaluate', { expression: codeText(), includeCommandLineAPI: true })
  const { objectId } = await evaluated.then(resultOf).catch(leave)
  return { closed, isLost: () => isLost, send, call, close }

  async function close() {
    isLost = true
    await client.close()
  }

  /** @param {unknown} error @returns {never} */
  function fail(error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error)
    const reason = /^(no answer$|Unexpected server response)/.test(message) ? message : 'another server does'
    const problem = /** @type {const} */ ({ code: 'no-inspector', problem: code ?? reason })
    return leave(new WorkshopError('ERR_ATTACH', { target, problem }, error))
  }

  /** Closes the connection, also one that is made late. @param {unknown} error @returns {never} */
  function leave(error) {
    connecting.then(made => made.close()).catch(() => {})
    throw error
  }

  /** @param {string} method @param {object} [params] @returns {Promise<any>} */
  function send(method, params) {
    if (isLost) return Promise.reject(lost())
    const answer = client.send(method, params).catch(error => Promise.reject(isLost ? lost() : error))
    return withDeadline(answer, { limitMs: ANSWER_LIMIT_MS, late: lost })
  }

  function lost() {
    return new WorkshopError('ERR_ATTACHED', { target, problem: { code: 'lost' } })
  }

  /** Calls a function of the code, and returns its value. @param {string} name @param {object} [input] */
  async function call(name, input) {
    const functionDeclaration = `function (input) {\n//# sourceURL=${ENTRY}\nreturn this.${name}(input) }`
    const called = { functionDeclaration, arguments: [{ value: input }], objectId, returnByValue: true }
    return resultOf(await send('Runtime.callFunctionOn', called)).value
  }
}

/** @param {any} answer */
function resultOf({ result, exceptionDetails }) {
  if (exceptionDetails) throw new Error(`in the attached process: ${exceptionDetails.exception?.description}`)
  return result
}

/** Returns the code that counts as one expression. Its frames in a profile are those of a preload. */
function codeText() {
  const modules = [ENTRY, ...PARTS].map(function moduleText(file) {
    return `${JSON.stringify(path.basename(file))}: function (module, require) {${readFileSync(file, 'utf8')}\n}`
  })
  return `(function loadIn(builtin) {
  const loaded = {}
  const files = {${modules.join(',\n')}}
  return load(${JSON.stringify(path.basename(ENTRY))})
  function load(name) {
    if (loaded[name]) return loaded[name].exports
    const module = loaded[name] = { exports: {} }
    files[name](module, word => word.startsWith('.') ? load(word.split('/').at(-1)) : builtin(word))
    return module.exports
  }
})(process.getBuiltinModule ?? require)
//# sourceURL=${ENTRY}`
}
