import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, jest } from '@jest/globals'
import { portsOf } from '../../src/system/ports.js'
import { loadedServer } from '../helpers/loaded-server.js'
import { onLinux as test } from '../helpers/on-linux.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'
import { until } from '../helpers/until.js'
import { startWorkshop, workshop } from '../helpers/workshop.js'

/** @import { Analysis } from '../../src/types.js' */

jest.setTimeout(120_000)
removeTemporaryFolders()

/** @param {string} out @returns {Analysis[]} */
function analysesIn(out) {
  return runsIn(out).map(root => JSON.parse(readFileSync(path.join(root, 'analysis.json'), 'utf8')))
}

/** @param {string} out */
function runsIn(out) {
  const runs = readdirSync(out).filter(name => /-attach-cdp(-\d+)?$/.test(name))
  return runs.sort().map(name => path.join(out, name))
}

/** @param {string[]} args @param {string} out */
function attach(args, out) {
  return workshop(['attach', ...args, '--out', out])
}

test('a process under load is profiled by its id, and left with its inspector closed', async () => {
  const { pid, port, count } = await loadedServer()
  const out = temporaryFolder()
  const before = count.answered
  const { code, stdout, stderr } = await attach([String(pid), '--seconds', '6'], out)
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('Attached.') })
  expect(stdout).toMatch(/runs-already\.cjs \(\d+\): ~[\d.,]+ .?s of CPU per request, over 1 process without/)
  expect(portsOf(pid)).toEqual([port])

  const [analysis] = analysesIn(out)
  const { profile, loads = [] } = analysis ?? {}
  const [costs] = profile?.costs ?? []
  expect(costs?.rows[0]).toMatchObject({ owner: { name: 'answer' }, line: 13 })
  expect((costs?.rows[0]?.cost.value ?? 0) / (costs?.total.value ?? 0)).toBeGreaterThan(0.5)
  const [load] = loads
  const requests = Object.values(load?.requests ?? {})[0] ?? 0
  expect(requests).toBeGreaterThan(100)
  expect(requests).toBeLessThan(count.answered - before)
  const metrics = load?.rows.map(({ metric }) => metric)
  expect(metrics).toEqual(expect.arrayContaining(['cpuPerRequest', 'requestsPerSecond', 'latencyP50']))
})

test('an address is attached to as it is, and its inspector stays open', async () => {
  const { pid, port } = await loadedServer({ flags: ['--inspect=127.0.0.1:0'], path: '/missing' })
  const [inspector = 0] = portsOf(pid).filter(each => each !== port)
  const out = temporaryFolder()
  expect(await attach([`127.0.0.1:${inspector}`, '--seconds', '4'], out)).toMatchObject({ code: 0 })
  expect(portsOf(pid).toSorted()).toEqual([port, inspector].toSorted())
})

test('Ctrl-C leaves the server with a closed inspector, and the next attach works', async () => {
  const server = await loadedServer()
  const out = temporaryFolder()
  const { child, ended, waitFor } = startWorkshop(['attach', String(server.pid), '--out', out])
  await waitFor('stderr', /Attached/)
  child.kill('SIGINT')
  expect(await ended).toMatchObject({ code: 130 })
  expect(portsOf(server.pid)).toEqual([server.port])
  expect(await server.ask()).toBe(200)
  expect(await attach([String(server.pid), '--seconds', '4'], out)).toMatchObject({ code: 0 })
})

test('a second attach to the same process is refused with the reason, and leaves the first one', async () => {
  const { pid } = await loadedServer()
  const args = ['attach', String(pid), '--seconds', '15', '--out', temporaryFolder()]
  const { ended, waitFor } = startWorkshop(args)
  await waitFor('stderr', /Attached/)
  const { code, stderr } = await attach([String(pid)], temporaryFolder())
  expect({ code, stderr }).toMatchObject({ code: 3, stderr: expect.stringMatching(/while another attach measures it/) })
  expect(await ended).toMatchObject({ code: 0 })
})

test('a server that ends first is one sentence', async () => {
  const server = await loadedServer()
  const { ended, waitFor } = startWorkshop(['attach', String(server.pid), '--out', temporaryFolder()])
  await waitFor('stderr', /Attached/)
  await server.stop()
  expect(await ended).toMatchObject({ code: 3, stderr: expect.stringMatching(/the server ended/) })
})

describe('two servers', () => {
  test('a planted 50% is larger than launches differ', async () => {
    const [one, other] = [await loadedServer(), await loadedServer({ env: { STEPS: '450000' } })]
    const out = temporaryFolder()
    const args = [String(one.pid), '--candidate', String(other.pid), '--seconds', '10']
    const { code, stdout } = await attach(args, out)
    expect(code).toBe(0)
    expect(stdout).toMatch(/CPU per request\s+\+\d+\.?\d*%\s+\(95%\s+interval\s+over\s+windows/)
    expect(stdout).toMatch(/this\schange\sis\slarger\sthan\s+launches\sdiffer/)
    expect(stdout).not.toMatch(/slower|faster|no difference|cannot tell/i)
    const [against] = analysesIn(out).flatMap(({ profile }) => profile?.attached?.against ?? [])
    expect(against).toMatchObject({ over: 'windows', isAtOnce: true, isLarger: true })
  })

  test('a profile of the second that cannot be read is no fault of the first', async () => {
    const [one, other] = [await loadedServer(), await loadedServer()]
    const out = temporaryFolder()
    const args = ['attach', String(one.pid), '--candidate', String(other.pid), '--seconds', '4', '--out', out]
    const { ended } = startWorkshop(args)
    await until(() => existsSync(profileOfSecond()), 'the profile of the second is saved')
    writeFileSync(profileOfSecond(), '{')
    expect(await ended).toMatchObject({ code: 3, stderr: expect.stringMatching(/profile/) })
    const saved = runsIn(out).map(root => JSON.parse(readFileSync(path.join(root, 'run.json'), 'utf8')))
    expect(saved).toMatchObject([
      { status: 'complete', problem: null },
      { status: 'failed', problem: { code: expect.any(String) } }
    ])

    function profileOfSecond() {
      return path.join(runsIn(out)[1] ?? '', 'launches/02-profiled', `process-${other.pid}.cpuprofile`)
    }
  })

  test('an earlier run is compared with', async () => {
    const { pid } = await loadedServer()
    const out = temporaryFolder()
    await attach([String(pid), '--seconds', '4'], out)
    const [run = ''] = readdirSync(out).filter(name => name.endsWith('-attach-cdp'))
    const { stdout } = await attach([String(pid), '--seconds', '4', '--against', path.join(out, run)], out)
    expect(stdout).toMatch(/compared\s+with\s+runs-already\.cjs\s[^:]*of\s+\d{4}-\d\d-\d\d/)
    expect(stdout).toMatch(/Two launches of equal code/)

    writeFileSync(path.join(out, run, 'slices.jsonl'), '')
    const { code, stderr } = await attach([String(pid), '--against', path.join(out, run)], out)
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringMatching(/no two windows without/) })
  })
})
