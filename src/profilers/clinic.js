import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { clinicEnv, clinicFolder, clinicPath, collectClinic, RECORDING_NAME } from './collect-clinic.js'
import { wrappedServer } from './wrapped-server.js'

/**
 * @import { ProfilerName } from '../profile/types.js'
 * @import { Profiler, ServerStart } from './index.js'
 */

const preloadPath = fileURLToPath(new URL('./clinic-preload.cjs', import.meta.url))

/**
 * @typedef {object} ClinicTool
 * @property {ProfilerName} name
 * @property {'doctor' | 'flame' | 'heapprofiler' | 'bubbleprof'} tool the word after `clinic`
 * @property {string[]} parts files that a recording must have; empty when the recording is a single file
 * @property {(folder: string) => string[]} nodeOptions
 * @property {boolean} pipesStdout whether the tool gives the server a pipe instead of the launch's file
 */

export const clinicDoctor = clinic({
  name: 'clinic-doctor',
  tool: 'doctor',
  parts: ['systeminfo', 'processstat', 'traceevent'],
  nodeOptions: keepTrace,
  pipesStdout: false
})

/** Clinic flame runs 0x. */
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
 * Returns the profiler that runs one of clinic's tools. The tools read any log of V8 or node in their working folder,
 * so each launch has a working folder of its own.
 * @param {ClinicTool} own
 * @returns {Profiler}
 */
function clinic(own) {
  return {
    name: own.name,
    wraps: true,
    mayFail: true,
    // A page shows one launch, and a recording is large.
    rounds: 1,
    // When the server has ended, the tools still read the whole log.
    stopGraceMs: 90_000,
    needs: [],
    commandFor,
    collect: leftover => collectClinic(own, leftover)
  }

  /** @param {ServerStart} start */
  function commandFor({ command, cwd, files }) {
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
 * Returns the option that keeps node's trace files in a folder; node writes them to the server's working folder
 * otherwise.
 * @param {string} folder
 */
function keepTrace(folder) {
  return [`--trace-event-file-pattern=${path.join(folder, 'node_trace')}.\${rotation}.log`]
}
