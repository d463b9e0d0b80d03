import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { Ajv } from 'ajv'
import { onLinux } from '../helpers/on-linux.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'
import { workshop } from '../helpers/workshop.js'

/** @import { Analysis } from '../../src/types.js' */

jest.setTimeout(300_000)
removeTemporaryFolders()

const root = path.join(import.meta.dirname, '../..')

/** With a variable, a request makes one more write call, of 5 bytes. */
const server = `import { openSync, writeSync } from 'node:fs'
import { createServer } from 'node:http'

const file = openSync('/dev/null', 'w')
createServer(function answer(_request, response) {
  if (process.env.LOG) writeSync(file, 'line\\n')
  response.end('ok')
}).listen(0)
`

/** @param {Record<string, unknown>} config */
function makeProject(config) {
  const folder = temporaryFolder()
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(path.join(folder, 'server.js'), server)
  writeFileSync(path.join(folder, 'workshop.config.json'), JSON.stringify(config, null, 2))
  return folder
}

/** @param {Record<string, string>} env of the second server @param {Record<string, unknown>} [more] keys */
function configOf(env, more) {
  return {
    servers: [
      { name: 'old', command: 'node server.js' },
      { name: 'new', command: 'node server.js', env }
    ],
    seed: 1,
    ...more
  }
}

/** @param {string} folder @returns {Analysis} of its only run */
function analysisIn(folder) {
  const profiles = path.join(folder, 'profiles')
  const [run = '', ...others] = readdirSync(profiles).filter(name => existsSync(path.join(profiles, name, 'run.json')))
  expect(others).toEqual([])
  return JSON.parse(readFileSync(path.join(profiles, run, 'analysis.json'), 'utf8'))
}

onLinux(
  'a write call more fires the gate of the counters, with exit code 1 and the gate in the first line',
  async () => {
    const budgets = { syscallsPerRequest: '+0.05', writtenBytesPerRequest: '10kB', cpuPerRequest: '+300%' }
    const folder = makeProject(configOf({ LOG: '1' }, { budgets }))
    const { code, stdout, stderr } = await workshop(['compare', '--only', 'counters', '--quiet'], undefined, folder)
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringMatching(
        /^Gate fired: read and write calls per request of new compared with old, at most \+0\.05: \+(1\.0|0\.9)\d \(98\.3% CI \+\d\.\d\d to \+1\.\d\d\)\.$/
      ),
      expect.stringMatching(/^Gate undecided: CPU per request of new compared with old, .*3 rounds of at least 6\.$/)
    ])
    expect(code).toBe(1)
    expect(stdout.indexOf('Gate fired')).toBeLessThan(stdout.indexOf('Gate passed'))
    const analysis = analysisIn(folder)
    expect(analysis.gates?.map(({ budget, outcome, reason }) => [budget.name, outcome, reason?.code])).toEqual([
      ['syscallsPerRequest', 'fired', undefined],
      ['writtenBytesPerRequest', 'passed', undefined],
      ['cpuPerRequest', 'undecided', 'too-few-rounds']
    ])
    // As soon as they are decided: not all six rounds.
    expect(analysis.rounds).toBe(3)
    const schema = JSON.parse(readFileSync(path.join(root, 'schemas/run-folder.schema.json'), 'utf8'))
    const validate = new Ajv().compile({ ...schema, anyOf: [{ $ref: '#/definitions/Analysis' }] })
    validate(analysis)
    expect(validate.errors).toBe(null)
  }
)

onLinux('a gate that fired is printed before the error that the run ends with', async () => {
  const folder = makeProject(configOf({ LOG: '1' }, { budgets: { syscallsPerRequest: '+0.05' } }))
  mkdirSync(path.join(folder, 'profiles'))
  writeFileSync(path.join(folder, 'profiles/baselines'), 'in place of the folder')
  const args = ['compare', '--only', 'counters', '--quiet', '--save-baseline', 'main']
  const { code, stderr } = await workshop(args, undefined, folder)
  expect(stderr.trim().split('\n')).toEqual([
    expect.stringMatching(/^Gate fired: read and write calls per request of new/),
    expect.stringMatching(/^The baseline main was not saved: /)
  ])
  expect(code).toBe(3)
})

onLinux(
  'identical servers pass, are saved as a baseline, and are compared with it in the same environment only',
  async () => {
    const folder = makeProject(configOf({}, { budgets: { syscallsPerRequest: '+0.05' } }))
    const brief = ['compare', '--only', 'counters', '--fail-if-slower', '50%']
    const saved = await workshop([...brief, '--save-baseline', 'main'], undefined, folder)
    expect({ code: saved.code, stderr: saved.stderr.includes('Gate fired') }).toEqual({ code: 0, stderr: false })
    expect(saved.stdout).toMatch(/Gate passed: read and write calls per request/)
    expect(readdirSync(path.join(folder, 'profiles/baselines/main'))).toEqual(['compare.json'])

    const again = await workshop([...brief, '--against', 'main', '--quiet'], undefined, folder)
    expect(again.code).toBe(0)
    expect(again.stdout).toMatch(/(itself in|and itself in) the baseline main of/)
    expect(again.stdout).toMatch(/launches are not paired/)

    const other = ['compare', '--quick', '--against', 'main', '--rounds', '2', '--duration', '0.3', '--quiet']
    const refused = await workshop(other, undefined, folder)
    expect(refused).toMatchObject({ code: 2, stdout: '' })
    expect(refused.stderr).toMatch(
      /The baseline main was measured elsewhere or otherwise:\n {2}slice length 400 ms then, 300 ms now\n/
    )
    const forced = await workshop([...other, '--force'], undefined, folder)
    expect(forced.code).toBe(0)
    expect(forced.stdout).toMatch(/The two runs differ in slice length 400 ms then, 300 ms now/)

    const listed = await workshop(['list'], undefined, folder)
    expect(listed.stdout.match(/compare: new compared with old/g)?.length).toBe(3)
    const trend = await workshop(['trend', 'compare'], undefined, folder)
    expect({ code: trend.code, stdout: trend.stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^compare: new compared with old, .*\n(.*\n)*.*No change point\./)
    })
  }
)

test.each([
  [{ cpuPerReqest: '+3%' }, /workshop\.config\.json:15: budgets\.cpuPerReqest is no key; did you mean cpuPerRequest\?/],
  [{ p99: '50' }, /workshop\.config\.json:15: budgets\.p99: "50" has no unit\. Allowed: .*"50ms"/]
])('budgets %j are refused with file, line and key', async (budgets, message) => {
  const folder = makeProject(configOf({}, { budgets }))
  const { code, stderr } = await workshop(['compare', '--dry-run'], undefined, folder)
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(message) })
})
