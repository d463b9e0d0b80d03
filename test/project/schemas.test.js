import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { Ajv } from 'ajv'
import { analyse } from '../../src/analyse.js'
import { analyseCopies } from '../../src/labs/copy/analysis.js'
import { labs } from '../../src/labs/index.js'
import { RunFolder } from '../../src/runs/run-folder.js'
import { makeLab } from '../helpers/make-lab.js'
import { makeMeasured, makeRounds } from '../helpers/make-run.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'
import { workshop } from '../helpers/workshop.js'

/** @import { Lab } from '../../src/labs/skeleton/types.js' */

jest.setTimeout(240_000)
removeTemporaryFolders()

const root = path.join(import.meta.dirname, '../..')
const schema = JSON.parse(textOf('schemas/run-folder.schema.json'))
const labAnalyses = [...labs.values()].map(({ types }) => types.analysis)
const anyOf = ['Analysis', ...labAnalyses].map(name => ({ $ref: `#/definitions/${name}` }))
const validate = new Ajv({ allErrors: true }).compile({ ...schema, anyOf })
/** The analysis of a real run. It has no gate and no baseline, in which alone its version differs from the present one. */
const sample = {
  ...JSON.parse(textOf('profiles/sample/analysis.json')),
  schemaVersion: schema.definitions.Analysis.properties.schemaVersion.const
}

test('the committed schema is what the types give, one line per definition', () => {
  const folder = temporaryFolder()
  execFileSync(process.execPath, [path.join(root, 'scripts/write-schemas.js'), folder], { stdio: 'inherit' })
  const text = textOf('schemas/run-folder.schema.json')
  expect(readFileSync(path.join(folder, 'run-folder.schema.json'), 'utf8')).toBe(text)
  expect(text.match(/^ {2}"/gm)).toHaveLength(Object.keys(schema.definitions).length)
})

test('the analysis of a real run fits the schema, which has all its keys', () => {
  validate(sample)
  expect(validate.errors).toBe(null)
  expect(Object.keys(schema.definitions.Analysis.properties)).toEqual(expect.arrayContaining(Object.keys(sample)))
})

test.each(
  /** @type {const} */ ([
    ['copy', 'CopyLabAnalysis', 'CopyAnalysis'],
    ['upload', 'UploadLabAnalysis', 'UploadAnalysis'],
    ['gateway', 'GatewayLabAnalysis', 'GatewayAnalysis']
  ])
)('the analysis of the recorded lab %s fits the schema, which has all its keys', async (lab, whole, own) => {
  const { analyse } = await /** @type {Lab} */ (labs.get(lab)).work()
  const analysis = JSON.parse(
    JSON.stringify(analyse(/** @type {any} */ (new RunFolder(path.join(root, `docs/labs/${lab}-run`)).readLab(labs))))
  )
  validate(analysis)
  expect(validate.errors).toBe(null)
  for (const [name, part] of Object.entries({ [whole]: analysis, [own]: analysis.lab }))
    expect(keysOf(part)).toEqual(keysOf(schema.definitions[name].properties))
})

/** Returns the keys that every analysis of a lab has. @param {object} part */
function keysOf(part) {
  return Object.keys(part)
    .filter(key => !['unread', 'failedRepeats'].includes(key))
    .sort()
}

test('the analysis of a lab without a copy fits the schema, one without its figures does not', () => {
  const { manifest } = makeLab({ manifest: { status: 'interrupted' } })
  const analysis = analyseCopies({ manifest, cells: [], otherRequests: [] })
  validate(JSON.parse(JSON.stringify(analysis)))
  expect(validate.errors).toBe(null)
  expect(validate(JSON.parse(JSON.stringify({ ...analysis, lab: undefined })))).toBe(false)
})

test('a later version can have more keys', () => {
  expect(validate({ ...sample, later: 1 })).toBe(true)
})

test('the analysis of a run that failed fits the schema', () => {
  const analysis = analyse(makeMeasured({ slices: makeRounds({ rounds: 2, costRatio: 1.2 }) })).analysis
  const problem = {
    code: 'ERR_SERVER_NEVER_LISTENED',
    details: { variant: 'a', limitMs: 1, command: 'node a', tail: null }
  }
  validate(JSON.parse(JSON.stringify({ ...analysis, status: 'failed', problem })))
  expect(validate.errors).toBe(null)
})

test.each([
  ['an older version', { schemaVersion: 6 }, '/schemaVersion'],
  ['a missing key', { verdicts: undefined }, ''],
  ['a status that does not exist', { status: 'done' }, '/status']
])('%s does not fit', (_what, change, place) => {
  expect(validate(JSON.parse(JSON.stringify({ ...sample, ...change })))).toBe(false)
  expect(validate.errors?.map(({ instancePath }) => instancePath)).toContain(place)
})

test.each(['config', 'analysis'])('the command schema prints that of %s', async name => {
  const { code, stdout } = await workshop(['schema', name])
  expect(code).toBe(0)
  expect(JSON.parse(stdout).$schema).toBe('http://json-schema.org/draft-07/schema#')
})

test('the printed schema of analysis.json takes an analysis, and no other file of a run folder', async () => {
  const printed = new Ajv().compile(JSON.parse((await workshop(['schema', 'analysis'])).stdout))
  expect(printed(sample)).toBe(true)
  expect(printed(JSON.parse(textOf('profiles/sample/run.json')))).toBe(false)
})

test('the package contains the schemas and lets programs import them', () => {
  const { files, exports } = JSON.parse(textOf('package.json'))
  expect(files).toContain('schemas')
  expect(exports['./schemas/*']).toBe('./schemas/*')
})

/** @param {string} file */
function textOf(file) {
  return readFileSync(path.join(root, file), 'utf8')
}
