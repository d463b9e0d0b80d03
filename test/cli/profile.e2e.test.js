import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'
import { workshop } from '../helpers/workshop.js'

/** @import { Analysis } from '../../src/types.js' */

jest.setTimeout(180_000)
removeTemporaryFolders()

/** Nine tenths of the CPU of a request is that of `sumRoots`. */
const server = `import { createServer } from 'node:http'

function sumRoots(count) {
  let sum = 0
  for (let index = 0; index < count; index++) sum += Math.sqrt(index)
  return sum
}
createServer(function answer(_request, response) {
  response.setHeader('content-type', 'text/plain').end(String(sumRoots(600_000) > 0))
}).listen(0)
`

test('a profile of one server, and every command that reads it', async () => {
  const folder = temporaryFolder()
  writeFileSync(path.join(folder, 'server.mjs'), server)
  const out = path.join(folder, 'profiles')
  const measured = await workshop(['profile', 'node server.mjs', '--cwd', folder, '--short', '--out', out])
  expect(measured).toMatchObject({ code: 0 })
  expect(measured.stdout).toMatch(/node server\.mjs: [\d.]+ .?s ± \d+(\.\d+)? of CPU per request, over 2 launches/)
  expect(`${measured.stdout}${measured.stderr}`).not.toMatch(/verdict|slower|margin/i)

  const [name = ''] = readdirSync(out).filter(each => each.endsWith('-profile-prof-cdp'))
  const run = path.join(out, name)
  const before = readFileSync(path.join(run, 'summary.md'), 'utf8')
  expect(before).not.toMatch(/verdict|slower|margin/i)
  /** @type {Analysis} */
  const { profile, counters } = JSON.parse(readFileSync(path.join(run, 'analysis.json'), 'utf8'))
  const [costs] = profile?.costs ?? []
  const [first] = costs?.rows ?? []
  expect(first).toMatchObject({ owner: { name: 'sumRoots', line: 3 }, evidence: 'confirmed', line: 5 })
  const total = costs?.total.value ?? 0
  expect((first?.cost.value ?? 0) / total).toBeGreaterThan(0.6)
  expect(sumOf(costs?.rows)).toBeCloseTo(total)
  expect(sumOf(costs?.groups)).toBeCloseTo(total)
  expect(profile?.cpu?.value).toBeGreaterThan(0.6 * total)
  expect(counters.flatMap(({ rows }) => rows.map(({ counter }) => counter))).toContain('allocatedBytes')

  const again = await workshop(['report', run])
  expect(again).toMatchObject({ code: 0, stderr: '' })
  expect(readFileSync(path.join(run, 'summary.md'), 'utf8')).toBe(before)
  expect((await workshop(['list', '--out', out])).stdout).toMatch(/node server\.mjs: .* of CPU per request/)
  const [listed] = JSON.parse((await workshop(['list', '--out', out, '--json'])).stdout)
  expect(listed).toMatchObject({ folder: name, run: { experiment: 'profile' }, answers: [], problem: null })
  const folded = path.join(folder, 'folded.txt')
  const exported = await workshop(['export', run, '--format', 'folded', '--profiler', 'prof', '--out', folded])
  expect(exported).toMatchObject({ code: 0 })
  expect(readFileSync(folded, 'utf8')).toMatch(/sumRoots/)
  expect(await workshop(['trend', 'profile', '--out', out])).toMatchObject({ code: 2 })
})

/** @param {{ cost: { value: number } }[]} [parts] */
function sumOf(parts = []) {
  return parts.reduce((sum, { cost }) => sum + cost.value, 0)
}
