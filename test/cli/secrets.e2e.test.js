import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { deflateRawSync, gzipSync } from 'node:zlib'
import { expect, jest, test } from '@jest/globals'
import { descendantsOf } from '../helpers/processes.js'
import { filesWith, textsIn } from '../helpers/search-bytes.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'
import { startWorkshop } from '../helpers/workshop.js'

jest.setTimeout(600_000)
removeTemporaryFolders()

const program = path.resolve('test/fixtures/servers/tells-secrets.cjs')
/** By where it is planted. */
const planted = {
  flag: 's3cr3t',
  assigned: 'planted-assigned-1',
  variable: 'planted-variable-2',
  urlPassword: 'planted-url-3',
  header: 'planted-header-4',
  cookie: 'planted-cookie-5',
  access: 'planted-access-6',
  sig: 'planted-sig-7',
  key: 'planted-key-8',
  body: 'planted-body-9',
  dotenv: 'planted/dotenv+10 with a space',
  given: 'planted given eleven',
  inherited: 'planted-inherited-12',
  companion: 'planted-companion-13',
  prepare: 'planted-prepare-14',
  form: `ghp_${'Planted15'.repeat(4)}`
}
const values = Object.values(planted)

/** @param {string} more variables of the second server */
function makeRun(more = '') {
  const folder = temporaryFolder()
  writeFileSync(path.join(folder, '.env'), `STRIPE="${planted.dotenv}"\nNODE_ENV=production\n`)
  mkdirSync(path.join(folder, 'temporary'))
  const printed = 'PRINTED=PAT,DB,SERVICE_TOKEN,GIVEN'
  const server = `${printed} PAT=${planted.variable} DB=postgres://me:${planted.urlPassword}@db/x GIVEN='${planted.given}'`
  const args = `node ${program} --token ${planted.flag} --api-key=${planted.assigned} ${planted.form}`
  return {
    folder,
    args: [
      ...['compare', `${server} ${args}`, `${more} ${server} ${args} --second`.trim()],
      ...['--path', `/a?page=2&access_token=${planted.access}&sig=${planted.sig}&key=${planted.key}`],
      ...[
        '--header',
        `authorization: Bearer ${planted.header}`,
        '--header',
        `cookie: theme=dark; sid=${planted.cookie}`
      ],
      ...['--method', 'POST', '--body', JSON.stringify({ name: 'me', password: planted.body })],
      ...['--secret', planted.given],
      ...[
        '--companion',
        `TOKEN=${planted.companion} node -e "console.log(process.env.TOKEN);setInterval(() => {}, 1e3)"`
      ],
      ...['--prepare', `API_KEY=${planted.prepare} node -e "console.error(process.env.API_KEY)"`],
      ...['--cwd', folder, '--out', path.join(folder, 'runs')]
    ],
    env: {
      ...process.env,
      SERVICE_TOKEN: planted.inherited,
      TMPDIR: path.join(folder, 'temporary'),
      WORKSHOP_FAILURE_FILE: path.join(folder, 'temporary', 'failure.json')
    }
  }
}

test('the search finds what is packed, twice too', () => {
  const packed = deflateRawSync(`${JSON.stringify(Object.keys(planted))} ${planted.flag}`).toString('base64')
  expect(textsIn(Buffer.from(`<script>${packed}</script>`), values)).toEqual([planted.flag])
  expect(textsIn(gzipSync(`x${packed}`), values)).toEqual([planted.flag])
})

test.each([
  ['without a profiler', ['--quick', '--only', 'verdict', '--profiler', 'none']],
  [
    'with profilers',
    ['--short', '--rounds', '1', '--duration', '0.2', '--load', 'autocannon', '--profiler', 'cdp,0x,clinic-doctor']
  ]
])('no byte that a comparison %s writes or prints has a secret', async (_which, options) => {
  const { folder, args, env } = makeRun()
  const { child, ended } = startWorkshop([...args, ...options, '--json'], env)
  const own = new Set()
  const look = setInterval(() => {
    for (const line of ownCommandLines(Number(child.pid))) own.add(line)
  }, 50)
  const { code, stdout, stderr } = await ended
  clearInterval(look)
  expect({ code, stderr: [0, 3].includes(code) ? '' : stderr }).toMatchObject({ stderr: '' })
  expect(textsIn(Buffer.from(stdout + stderr), values)).toEqual([])
  expect(filesWith(path.join(folder, 'runs'), values)).toEqual([])
  expect(filesWith(path.join(folder, 'temporary'), values)).toEqual([])
  // Of the tool's own making: the commands of servers are the user's.
  expect(own.size).toBeGreaterThan(0)
  expect([...own].filter(line => values.some(value => line.includes(value)))).toEqual([])

  const [run = ''] = readdirSync(path.join(folder, 'runs')).filter(name => name.includes('compare'))
  const { reproduce, experiment } = JSON.parse(readFileSync(path.join(folder, 'runs', run, 'run.json'), 'utf8'))
  expect(experiment.variants[0].command.slice(2)).toEqual([
    '--token',
    '$TOKEN',
    '--api-key=$API_KEY',
    expect.stringMatching(/^\$TOKEN_\d$/)
  ])
  expect(reproduce).toMatch(/ "PRINTED=\S+ PAT=\$PAT DB=postgres:\/\/me:\$PASSWORD@db\/x GIVEN='\$SECRET' node /)
  expect(reproduce).toMatch(
    / --path "\/a\?page=2&access_token=\$ACCESS_TOKEN&sig=\$SIG&key=\$KEY" --header "authorization: Bearer \$AUTHORIZATION"/
  )
  const logs = filesWith(path.join(folder, 'runs'), ['$AUTHORIZATION', '$STRIPE', '$PAT'])
  expect(logs).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/stdout\.log: \$STRIPE$/),
      expect.stringMatching(/stderr\.log: \$PAT$/)
    ])
  )
})

test('no error has a secret, in what is printed, saved and left for the program that started the command', async () => {
  const { folder, args, env } = makeRun('DIES=1')
  const { code, stdout, stderr } = await startWorkshop([...args, '--quick', '--json'], env).ended
  expect(code).toBe(3)
  expect(stderr).toMatch(/ended before it listened \(exit code 7\)\. Its stderr ended with:\n(?: {4}.*\n)+/)
  expect(textsIn(Buffer.from(stdout + stderr), values)).toEqual([])
  expect(filesWith(path.join(folder, 'temporary'), values)).toEqual([])
  expect(JSON.parse(readFileSync(env.WORKSHOP_FAILURE_FILE, 'utf8')).code).toBe('ERR_SERVER_EXITED')
})

/** Returns the command lines of the processes below one that are not of servers, companions and --prepare. @param {number} pid */
function ownCommandLines(pid) {
  return descendantsOf(pid).flatMap(function read(each) {
    try {
      const line = readFileSync(`/proc/${each}/cmdline`, 'latin1').replaceAll('\0', ' ')
      return /tells-secrets|node -e/.test(line) ? [] : [line]
    } catch {
      return []
    }
  })
}
