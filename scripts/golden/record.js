import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { packRun, withoutPlaces } from './pack-run.js'
import { recordings } from './recordings.js'
import { packedFile } from './saved-runs.js'

/** @import { Recording } from './recordings.js' */

/**
 * Records the run folders of test/fixtures/golden that are missing: `node scripts/golden/record.js [name ...]`. All of them take about
 * half an hour; the labs upload and store need `node scripts/install-lab-packages.js` first. To record one again, remove its file.
 */
const root = path.join(import.meta.dirname, '../..')
const workshop = path.join(root, 'scripts/workshop.js')
const INTERRUPT_AFTER_MS = 10_000
const server = `import { appendFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'

const MOST_REQUESTS = 500
const { WORK = '1', FAILING_LAUNCH, PORT = '0' } = process.env
let requests = 0

function work(rounds) {
  let sum = 0
  for (let index = 0; index < rounds * 20_000; index++) sum += Math.sqrt(index)
  return sum
}

if (FAILING_LAUNCH) appendFileSync('launches', '.')
const launches = FAILING_LAUNCH ? statSync('launches').size : 0

createServer(function answer(request, response) {
  requests += 1
  if (FAILING_LAUNCH && requests > MOST_REQUESTS && launches >= FAILING_LAUNCH) process.exit(1)
  response.end(JSON.stringify({ path: request.url, sum: work(Number(WORK)) }))
}).listen(Number(PORT))
`
const budgets = {
  servers: [{ command: 'node server.js' }, { command: 'WORK=2 node server.js' }],
  profilers: [],
  budgets: { cpuPerRequest: '+3%', cpuMainThread: '2ms' }
}

const names = process.argv.slice(2)
const chosen = recordings.filter(({ name }) => names.length === 0 || names.includes(name))
// Each is looked for when its turn comes: several of these may run at once.
for (const recording of chosen) if (!existsSync(packedFile(recording.name))) await record(recording)

/** Plays the commands of a recording in a folder of their own, and packs the last run. @param {Recording} recording */
async function record({ name, commands, interruptAfter }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'golden-record-'))
  process.once('exit', removeFolder)
  prepare(folder)
  for (const [index, args] of commands.entries())
    await play(folder, args, index === commands.length - 1 ? interruptAfter : undefined)
  const run = newestRun(folder)
  if (run === undefined) throw new Error(`${name} made no run folder`)
  await rename(run, path.join(folder, name))
  await withoutPlaces(path.join(folder, name), { [folder]: '/srv/shop', [root]: '/srv/profiling-workshop' })
  await packRun(folder, name)
  console.log(`${name}: ${statSync(packedFile(name)).size} bytes`)
  removeFolder()

  function removeFolder() {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Writes a small server, as a repository of two commits. @param {string} folder */
function prepare(folder) {
  const files = {
    'server.js': server,
    'package.json': '{ "name": "shop", "type": "module" }\n',
    '.gitignore': 'profiles\n'
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
  writeFileSync(path.join(folder, 'budgets.json'), JSON.stringify(budgets))
  const git = ['-c', 'user.name=golden', '-c', 'user.email=golden@localhost']
  const commit = [...git, 'commit', '--quiet', '--all', '--message']
  execFileSync('git', ['init', '--quiet', '--initial-branch', 'main'], { cwd: folder })
  execFileSync('git', ['add', '--all'], { cwd: folder })
  execFileSync('git', [...commit, 'a server'], { cwd: folder })
  writeFileSync(path.join(folder, 'server.js'), server.replace("WORK = '1'", "WORK = '2'"))
  execFileSync('git', [...commit, 'more work'], { cwd: folder })
}

/**
 * Runs a command of the workshop until it ends. Its exit code says what a run found, or that it failed, as it may here.
 * @param {string} cwd
 * @param {string[]} args
 * @param {string} [interruptAfter]
 */
async function play(cwd, args, interruptAfter) {
  const child = spawn(process.execPath, [workshop, ...args], { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = new Promise(resolve => child.once('close', resolve))
  if (interruptAfter !== undefined) {
    while (!existsSync(path.join(newestRun(cwd) ?? '', interruptAfter))) await sleep(200)
    await sleep(INTERRUPT_AFTER_MS)
    child.kill('SIGINT')
  }
  console.log(`${args.join(' ')}: exit code ${await ended}`)
}

/** Returns the newest run folder, or undefined before there is one. @param {string} cwd */
function newestRun(cwd) {
  const profiles = path.join(cwd, 'profiles')
  if (!existsSync(profiles)) return undefined
  const runs = readdirSync(profiles).filter(name => existsSync(path.join(profiles, name, 'run.json')))
  return runs.length === 0 ? undefined : path.join(profiles, /** @type {string} */ (runs.sort().at(-1)))
}
