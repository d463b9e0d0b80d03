import { expect, test } from '@jest/globals'
import { analyseRun, flamesOfRun, prepareRun } from '../../src/analyse-run.js'
import { renderPage } from '../../src/page/render-page.js'
import { makeManifest, makeMeasured, makeRounds } from '../helpers/make-run.js'

/** @param {Parameters<typeof makeMeasured>[0]} changes */
function pageOf(changes) {
  const run = makeMeasured(changes)
  return renderPage({ run, analysis: analyseRun(run), graphs: flamesOfRun(run, prepareRun(run)) })
}

test('a run that was interrupted before its first slice has a page that says so', async () => {
  const problem = /** @type {const} */ ({ code: 'ERR_INTERRUPTED', details: { signal: 'SIGINT' } })
  const page = await pageOf({ manifest: makeManifest({ status: 'interrupted', problem }) })
  expect(page).toContain('<p class="badge">cannot tell</p>')
  expect(page).toContain('The run was interrupted; it has 0 rounds. Interrupted by SIGINT.')
  expect(page).not.toMatch(/NaN|undefined|Infinity/)
})

test('without a profiler there is neither blame nor a flame graph, and no link to one', async () => {
  const page = await pageOf({ slices: makeRounds({ rounds: 4, costRatio: 1.2 }) })
  expect(page).toContain('<p class="badge">slower</p>')
  expect(page).not.toMatch(/href="#(flames|blame)"/)
})

test('the policy lets the own script and style through by hash, and nothing else', async () => {
  const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(await pageOf({})) ?? []
  expect(policy.replaceAll('&#39;', "'").replaceAll(/sha256-[\w+/=]{44}/g, 'HASH')).toBe(
    "default-src 'none'; script-src 'HASH'; style-src 'HASH'; img-src data:; base-uri 'none'; form-action 'none'"
  )
})

test('files with characters that mean something in an address are linked as they are', async () => {
  const artifact = { kind: /** @type {const} */ ('flame'), variant: 'a#b', profiler: null, generator: null }
  const page = await pageOf({ artifacts: [{ ...artifact, path: 'profiles/a#b?c%.html' }] })
  expect(page).toContain('href="profiles/a%23b%3Fc%25.html"')
})
