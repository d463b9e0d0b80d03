import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { clinicEnv, clinicFolder, clinicPath, RECORDING_NAME } from './clinic-files.js'
import { collectClinic } from './collect-clinic.js'
import { wrappedServer } from './wrapped-server.js'

/**
 * @import { ProfilerName } from '../profile/types.js'
 * @import { Profiler, WatchStart } from './index.js'
 */

const preloadPath = fileURLToPath(new URL('./clinic-preload.cjs', import.meta.url))

/**
 * @typedef {object} ClinicTool
 * @property {ProfilerName} name
 * @property {'doctor' | 'flame' | 'heapprofiler' | 'bubbleprof'} tool the word after `clinic`
 * @property {string[]} parts what a recording cannot do without; none when it is a single file
 * @property {(folder: string) => string[]} nodeOptions
 * @property {boolean} pipesStdout it gives the server a pipe instead of the launch's file
 */

export const clinicDoctor = clinic({
  name: 'clinic-doctor',
  tool: 'doctor',
  parts: ['systeminfo', 'processstat', 'traceevent'],
  nodeOptions: keepTrace,
  pipesStdout: false
})

/** It has 0x inside. */
export const clinicFlame = clinic({
  name: 'clinic-flame',
  tool: 'flame',
  parts: ['systeminfo', 'samples'],
  nodeOptions: folder => [`--logfile=${path.join(folder, '%p-v8.log')}`],
  pipesStdout: true
})

export const clinicHeap = clinic({
  name: 'clinic-heap',
  tool: 'heapprofiler',
  parts: [],
  nodeOptions: () => [],
  pipesStdout: false
})

export const clinicBubble = clinic({
  name: 'clinic-bubble',
  tool: 'bubbleprof',
  parts: ['systeminfo', 'stacktrace', 'traceevent'],
  nodeOptions: keepTrace,
  pipesStdout: false
})

/**
 * The tools take any log of V8's or node's in their working folder for their own, so each launch gives them one.
 * @param {ClinicTool} own
 * @returns {Profiler}
 */
function clinic(own) {
  return {
    name: own.name,
    wraps: true,
    mayFail: true,
    // A page shows one launch, and their data is big.
    rounds: 1,
    // After the server they still read the whole log.
    stopGraceMs: 90_000,
    needs: [],
    watch,
    collect: leftover => collectClinic(own, leftover)
  }

  /** @param {WatchStart} start */
  function watch({ command, cwd, files }) {
    const folder = clinicFolder(files.folder)
    mkdirSync(folder, { recursive: true })
    const nodeOptions = own.nodeOptions(folder)
    const server = wrappedServer({ command, cwd, nodeOptions, stdout: own.pipesStdout ? files.stdout : undefined })
    const options = ['--collect-only', '--open=false', '--dest', folder, '--name', RECORDING_NAME]
    return {
      command: [process.execPath, '-r', preloadPath, clinicPath(), own.tool, ...options, '--', ...server.command],
      cwd: folder,
      env: { ...server.env, ...clinicEnv }
    }
  }
}

/**
 * Node opens its trace files wherever the server is by then.
 * @param {string} folder
 */
function keepTrace(folder) {
  return [`--trace-event-file-pattern=${path.join(folder, 'node_trace')}.\${rotation}.log`]
}
