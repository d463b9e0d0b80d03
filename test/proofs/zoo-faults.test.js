import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { readRows } from '../../scripts/proofs/lib/play-runs.js'
import { zooFaults } from '../../scripts/proofs/lib/zoo-faults.js'
import { chosenNames, INFO, partOf, usualNames } from '../../scripts/proofs/lib/zoo-plan.js'
import { allKinds } from '../fixtures/servers/zoo/catalog.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

/** @import { ZooRow } from '../../scripts/proofs/lib/zoo-row.js' */

removeTemporaryFolders()

const root = path.join(import.meta.dirname, '../..')
/** @type {ZooRow[]} */
const published = ['zoo-rows.jsonl', 'zoo-rows-earlier.jsonl'].flatMap(name => readRows(path.join(root, 'docs', name)))
/** A miss on Node 20: the server waits, and used half a core in the slice that shows it, which is the limit. */
const published20 = 'express5-waits, cost 1, Node.js v20.20.2: the verdict is no difference'
/** A miss on Node 24, where the caller of the culprit was named too. */
const published24 = 'express4-worker, cost 1, Node.js v24.21.0: names answer kinds/express4-worker.js'
const rows = published.filter(({ node }) => node === 'v20.20.2')

/**
 * Returns the recorded rows, one of them with other findings.
 * @param {string} kind
 * @param {ZooRow['question']} question
 * @param {object} findings
 */
function withFindings(kind, question, findings) {
  const changed = rows.map(row =>
    row.kind === kind && row.question === question ? { ...row, findings: { ...row.findings, ...findings } } : row
  )
  return /** @type {ZooRow[]} */ (changed)
}

/** @param {string} name @param {object} [changes] */
function named(name, changes) {
  const cost = { value: 50, low: 40, high: 60 }
  return { name, file: 'x.js', group: 'app', threads: null, cost, evidence: 'confirmed', isHeadline: true, ...changes }
}

const sortRows = named('sortRows', { file: 'kinds/express5-handler.js' })
const collector = named('(garbage collector)', { file: '', group: 'gc' })

/** Saves rows as a proof does. @param {ZooRow[]} played @returns the file */
function saved(played) {
  const file = path.join(temporaryFolder(), 'rows.jsonl')
  writeFileSync(file, played.map(row => `${JSON.stringify(row)}\n`).join(''))
  return file
}

/** Returns the faults but that of the published rows. @param {ZooRow[]} played @param {string[]} names */
function faultsOf(played, names) {
  return zooFaults(played, allKinds, names).filter(fault => fault !== published20)
}

test('the published rows of Node 20 have one fault: the garbage collector beside a culprit is none', () => {
  expect(zooFaults(rows, allKinds, usualNames)).toEqual([published20])
  expect(faultsOf(withFindings('express5-handler', 'cost', { blame: [sortRows, collector] }), usualNames)).toEqual([])
})

test.each([
  ['the opposite of the truth', 'cost', { verdict: 'faster' }, ['the verdict is faster']],
  ['a cost that was not found', 'cost', { verdict: 'no difference' }, ['the verdict is no difference']],
  ['a false alarm', 'again', { verdict: 'slower' }, ['the verdict is slower']],
  ['a function without a cost beside the culprit', 'cost', { blame: [sortRows, named('send')] }, ['names send x.js']],
  [
    'a function without a cost before the culprit',
    'cost',
    { blame: [named('send'), sortRows] },
    ['names send x.js', 'the culprit is not named first']
  ],
  [
    'a package without a cost',
    'cost',
    { blame: [sortRows, named('etag', { file: '', group: 'package' })] },
    ['names etag']
  ],
  ['nobody', 'cost', { blame: [{ ...sortRows, isHeadline: false }] }, ['the culprit is not named first']]
])('%s is a fault', (_what, question, findings, faults) => {
  const changed = withFindings('express5-handler', /** @type {ZooRow['question']} */ (question), findings)
  const label = `express5-handler, ${question} 1, Node.js v20.20.2`
  expect(faultsOf(changed, usualNames)).toEqual(faults.map(fault => `${label}: ${fault}`))
})

test('a run that failed is a fault, and one without an answer is none unless they are many', () => {
  const [first, ...others] = rows
  const failed = /** @type {ZooRow} */ ({ ...first, findings: null, problem: 'ERR_SERVER_EXITED' })
  expect(faultsOf([failed, ...others], usualNames)).toEqual([
    'express5-handler, cost 1, Node.js v20.20.2: failed with ERR_SERVER_EXITED'
  ])
  expect(faultsOf(withFindings('express5-handler', 'cost', { verdict: 'cannot tell' }), usualNames)).toEqual([])
  const undecided = rows.map(row => ({ ...row, findings: row.findings && { ...row.findings, verdict: 'cannot tell' } }))
  expect(faultsOf(/** @type {ZooRow[]} */ (undecided), usualNames)).toEqual([
    expect.stringMatching(/^38 of 38 runs have no answer: express5-handler, cost 1, /)
  ])
})

test('a planned kind that was not played is a fault, and the app under study has no cost to play', () => {
  const withoutCost = rows.filter(({ kind, question }) => kind !== 'koa-log' || question === 'again')
  expect(faultsOf(withoutCost, usualNames)).toEqual(['koa-log: no run with a cost and profilers was played'])
  const verdictOnly = rows.map(row => (row.kind === 'koa-log' ? { ...row, isVerdictOnly: true } : row))
  expect(faultsOf(verdictOnly, ['koa-log'])).toEqual(['koa-log: no run with a cost and profilers was played'])
  const withoutAgain = rows.filter(({ kind, question }) => kind !== 'koa-log' || question === 'cost')
  expect(faultsOf(withoutAgain, usualNames)).toEqual(['koa-log: no run without change was played'])
  expect(faultsOf([], [INFO, 'koa-log'])).toEqual([
    'koa-log: no run with a cost and profilers was played',
    'info: no run without change was played',
    'koa-log: no run without change was played'
  ])
  expect(faultsOf(rows, [...usualNames, 'nest-service'])).toHaveLength(2)
})

test('the check of CI prints the faults and fails', () => {
  const check = path.join(root, '.ci/check-zoo.js')
  const recorded = saved(published)
  const all = spawnSync(process.execPath, [check, recorded], { encoding: 'utf8' })
  expect({ status: all.status, stdout: all.stdout, stderr: all.stderr }).toEqual({
    status: 1,
    stdout: 'The zoo: 116 runs, faults: 2.\n',
    stderr: `${published20}\n${published24}\n`
  })
  const file = saved(withFindings('koa-log', 'cost', { verdict: 'faster' }))
  const { status, stdout, stderr } = spawnSync(process.execPath, [check, file], { encoding: 'utf8' })
  const large = spawnSync(process.execPath, [check, recorded, '--kinds', 'koa-log,nest-service'], { encoding: 'utf8' })
  expect(large.stderr.split('\n')).toEqual([
    'nest-service: no run with a cost and profilers was played',
    'nest-service: no run without change was played',
    published20,
    published24,
    ''
  ])
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: 'The zoo: 78 runs, faults: 2.\n',
    stderr: `koa-log, cost 1, Node.js v20.20.2: the verdict is faster\n${published20}\n`
  })
})

test('the jobs of the workflow play every kind once, those of a pull request some', () => {
  const workflow = readFileSync(path.join(root, '.github/workflows/test.yml'), 'utf8')
  const [ofPullRequest = [], all = []] = [...workflow.matchAll(/'(\["--.*\])'/g)].map(([, listed = '']) =>
    namesIn(listed)
  )
  expect(all.toSorted()).toEqual([...allKinds.map(({ name }) => name), INFO].toSorted())
  expect(usualNames).toEqual(expect.arrayContaining(ofPullRequest))
  expect(ofPullRequest.length).toBeGreaterThan(0)

  /** @param {string} listed options of jobs @returns {string[]} */
  function namesIn(listed) {
    return JSON.parse(listed).flatMap((/** @type {string} */ job) => {
      const [option = '', value = ''] = job.split(' ')
      return chosenNames({ [option.replace('--', '')]: value })
    })
  }
})

test('a part that does not exist has no kinds', () => {
  expect(['0/2', '3/2', '1', 'a/b', '1/0'].flatMap(part => partOf(usualNames, part))).toEqual([])
})
