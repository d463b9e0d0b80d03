import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { keepTo, usableCores } from '../../src/system/cores.js'
import { TASKSET } from '../../src/system/platform.cjs'
import { startProcess } from '../../src/system/processes.js'

test('keeps a process with all its threads to a core, where that is possible, and lets it go', async () => {
  const cores = await usableCores()
  const [core] = cores
  if (core === undefined) return expect(process.platform === 'linux' && (await hasTaskset())).toBe(false)
  const sleeper = startProcess({ command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'] })
  try {
    await once(sleeper.child, 'spawn')
    const pid = sleeper.pid ?? 0
    expect(await keepTo([pid], [core])).toBe(true)
    expect(allowedOf(pid)).toEqual(String(core))
    expect(await keepTo([pid], cores)).toBe(true)
    expect(allowedOf(pid)).toEqual(allowedOf(process.pid))
  } finally {
    await sleeper.end({ signal: 'SIGKILL' })
  }
})

test('fails for a core that does not exist', async () => {
  expect(await keepTo([process.pid], [99_999])).toBe(false)
})

/** @param {number} pid */
function allowedOf(pid) {
  return /^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
}

async function hasTaskset() {
  const { exited } = startProcess({ command: TASKSET, args: ['--version'] })
  return (await exited).code === 0
}
