import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'

/**
 * @typedef {object} Asked
 * @property {string} action the folder of the action
 * @property {string} repository the folder of the repository under test
 * @property {{ workflow_run?: { id: number } }} event what the workflow was started by
 * @property {Record<string, string>} inputs
 * @property {string} apiUrl of GitHub
 * @property {string} token of the job
 * @property {string} [repeatedStep] the name of a step that is played twice, as by a second push
 * @property {string} folder for temporary files
 * @property {string} [artifacts] the folder that stands in for the artifacts of runs: one folder for each, by its name
 */

/**
 * @typedef {object} Step
 * @property {string} [name]
 * @property {string} [id]
 * @property {string} [if]
 * @property {string} [run]
 * @property {string} [uses]
 * @property {Record<string, string>} [env]
 * @property {{ path: string, name?: string }} [with]
 * @property {boolean} [continue-on-error]
 */

/** As GitHub runs a step with `shell: bash`. */
const BASH = ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c']

/**
 * Plays the steps of a composite action in their order, as a workflow does: after one that fails those only that always run.
 * @param {Asked} asked
 * @returns {Promise<{ code: number, output: string, summary: string }>}
 */
export async function playAction({ action, repository, event, inputs, apiUrl, token, repeatedStep, ...places }) {
  const { inputs: known, runs } = parse(readFileSync(path.join(action, 'action.yml'), 'utf8'))
  const { folder, artifacts = path.join(folder, 'artifacts') } = places
  const temporary = mkdtempSync(path.join(folder, 'job-'))
  const [eventPath, summaryPath] = [path.join(temporary, 'event.json'), path.join(temporary, 'summary')]
  writeFileSync(eventPath, JSON.stringify(event))
  writeFileSync(summaryPath, '')
  const github = {
    GITHUB_ACTION_PATH: action,
    GITHUB_API_URL: apiUrl,
    GITHUB_EVENT_PATH: eventPath,
    GITHUB_JOB: 'performance',
    GITHUB_REPOSITORY: 'owner/name',
    GITHUB_RUN_ID: '1',
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_STEP_SUMMARY: summaryPath,
    GITHUB_WORKFLOW: 'performance',
    GITHUB_WORKSPACE: repository,
    RUNNER_TEMP: temporary
  }
  /** @type {Map<string, string>} */
  const values = new Map([
    ['github.token', token],
    ['github.job', 'performance'],
    ['github.event.workflow_run.id', String(event.workflow_run?.id ?? '')],
    ['runner.temp', temporary],
    ['strategy.job-index', '0']
  ])
  for (const [name, { default: value = '' }] of Object.entries(known)) values.set(`inputs.${name}`, filled(value))
  for (const [name, value] of Object.entries(inputs)) values.set(`inputs.${name}`, value)

  let output = ''
  let code = 0
  let played = 0
  for (const step of /** @type {Step[]} */ (runs.steps)) {
    if (!isDue(step)) continue
    for (let times = step.name === repeatedStep ? 2 : 1; times > 0; times--) {
      const status = await play(step)
      if (!step['continue-on-error']) code ||= status
    }
  }
  return { code, output, summary: readFileSync(summaryPath, 'utf8') }

  /** @param {Step} step */
  function isDue({ if: condition }) {
    if (condition === 'always()') return true
    return code === 0 && (condition === undefined || holds(condition))
  }

  /** @param {Step} step */
  async function play({ id, run, uses, env = {}, with: options }) {
    if (uses) return transfer(uses, filled(options?.path ?? ''), { id, name: filled(options?.name ?? '') })
    const own = Object.fromEntries(Object.entries(env).map(([name, text]) => [name, filled(text)]))
    const outputPath = path.join(temporary, `output-${++played}`)
    writeFileSync(outputPath, '')
    const child = spawn('bash', [...BASH, filled(run ?? '')], {
      cwd: repository,
      env: { ...process.env, ...github, GITHUB_OUTPUT: outputPath, ...own },
      stdio: ['ignore', 'pipe', 'inherit']
    })
    child.stdout.on('data', keep)
    const [status] = await once(child, 'close')
    for (const line of readFileSync(outputPath, 'utf8').split('\n')) {
      const [name = '', value] = line.split(/=(.*)/s)
      if (value !== undefined) values.set(`steps.${id}.outputs.${name}`, value)
    }
    return status ?? 1
  }

  /** @param {Buffer} chunk */
  function keep(chunk) {
    process.stdout.write(chunk)
    output += chunk
  }

  /**
   * Stands in for the actions that upload and download: they need a workflow's server.
   * @param {string} uses @param {string} list of files, or the folder to download to @param {{ id?: string | undefined, name: string }} artifact
   */
  function transfer(uses, list, { id, name }) {
    const artifact = path.join(artifacts, name)
    if (uses.startsWith('actions/download-artifact@')) {
      if (!existsSync(artifact)) return 1
      cpSync(artifact, list, { recursive: true, verbatimSymlinks: true })
      return 0
    }
    if (!uses.startsWith('actions/upload-artifact@')) throw new Error(`${uses} is not known`)
    const files = list.trim().split(/\s*\n\s*/)
    const missing = files.filter(file => !existsSync(file))
    if (missing.length > 0) throw new Error(`${missing.join(', ')} would not be uploaded`)
    values.set(`steps.${id}.outputs.artifact-url`, 'https://example.org/artifact')
    mkdirSync(artifact, { recursive: true })
    for (const file of files) cpSync(file, path.join(artifact, path.basename(file)))
    return 0
  }

  /** Returns a text with the values of its expressions. @param {string} text */
  function filled(text) {
    return String(text).replace(/\$\{\{ (.*?) \}\}/g, (_, name) => valueFor(name))
  }

  /** @param {string} name */
  function valueFor(name) {
    const value = values.get(name)
    if (value === undefined && !name.startsWith('steps.'))
      throw new Error(`action.yml uses ${name}, which is not known`)
    return value ?? ''
  }

  /** @param {string} condition such as steps.compare.outputs.folder != '' */
  function holds(condition) {
    const [, name, text] = /^(\S+) != '(.*)'$/.exec(condition) ?? []
    if (name === undefined) throw new Error(`the condition ${condition} is not known`)
    return valueFor(name) !== text
  }
}
