import { expect, test } from '@jest/globals'
import { analyse } from '../../src/analyse.js'
import { renderPage } from '../../src/page/render-page.js'
import { goldenRun } from '../helpers/golden-analyses.js'
import { makeRequestRun } from '../helpers/make-request-run.js'
import { makeManifest, makeMeasured, makeRounds } from '../helpers/make-run.js'
import { makeToggleRun } from '../helpers/make-toggle-run.js'
import { removeTemporaryFolders } from '../helpers/temporary-folder.js'

removeTemporaryFolders()

/** @param {Parameters<typeof makeMeasured>[0]} changes */
function pageOf(changes) {
  const run = makeMeasured(changes)
  const { analysis, graphs } = analyse(run)
  return renderPage({ run, analysis, graphs: graphs(), tickTexts: [] })
}

test('a run that was interrupted before its first slice has a page that says so', async () => {
  const problem = /** @type {const} */ ({ code: 'ERR_INTERRUPTED', details: { signal: 'SIGINT' } })
  const page = await pageOf({ manifest: makeManifest({ status: 'interrupted', problem }) })
  expect(page).toContain('Cannot tell whether log=sync is slower or faster than log=off')
  expect(page).toContain('The run was interrupted; it has 0 rounds. Interrupted by SIGINT.')
  expect(page).not.toMatch(/NaN|undefined|Infinity/)
})

test('a page begins with the gates that fired, and has all of them below', async () => {
  const { design } = makeManifest()
  /** @type {import('../../src/verdict/types.js').Budget[]} */
  const budgets = [
    { name: 'slower', kind: 'relative', amount: 0.02 },
    { name: 'p99', kind: 'limit', amount: 50_000 }
  ]
  const manifest = makeManifest({ design: { ...design, budgets } })
  const page = await pageOf({ manifest, slices: makeRounds({ rounds: 6, costRatio: 1.2 }) })
  const [fired = '', below = ''] = page.split('<h1>')
  expect(fired).toMatch(/<ul class="gates more">\s*<li>Gate fired: main-thread CPU per request of log=sync/)
  expect(fired).not.toContain('Gate undecided')
  expect(below).toMatch(
    /Gate undecided: p99 latency of log=sync, at most 50\.0 ms: this run plays nothing that measures it/
  )
})

test.each([
  ['zero-x', 'profiles/log=sync.0x.html', 'in a browser: frames wide'],
  ['heap', 'profiles/log=sync.heap.heapprofile', 'in Chrome DevTools, Memory']
])('the page of %s begins with the file of the tool, and what to look for there', async (name, file, view) => {
  const { run, analysis, graphs } = await goldenRun(name)
  const page = await renderPage({ run, analysis, graphs: graphs(), tickTexts: [] })
  const [before = ''] = page.split('<h1')
  const link = `<a href="${file.replace('=', '%3D')}">${file}</a> ${view}`
  expect(before).toContain(`Open ${link}`)
  expect(await pageOf({ slices: makeRounds({ rounds: 6, costRatio: 1.2 }) })).not.toContain('Open <a')
})

test('a verdict that cannot tell says what would decide it', async () => {
  const slices = makeRounds({ rounds: 4, costRatio: 1.03 }).map((slice, index) => ({
    ...slice,
    server: { ...slice.server, cpuMicros: slice.server.cpuMicros * (1 + (index % 3) / 20) }
  }))
  const [answer = ''] = (await pageOf({ slices })).split('<ul class="trust">')
  expect(answer).toContain('Cannot tell')
  expect(answer).not.toContain('class="stack"')
  expect(await pageOf({ slices: makeRounds({ rounds: 6, costRatio: 1.2 }) })).toContain('class="stack"')
  expect(answer).toMatch(/<p class="note">(About \d+ rounds would decide it|More rounds hardly help)/)
})

test('without a profiler there is neither blame nor a flame graph, and no link to one', async () => {
  const page = await pageOf({ slices: makeRounds({ rounds: 6, costRatio: 1.2 }) })
  expect(page).toContain('log=sync is slower than log=off')
  expect(page).not.toMatch(/id="(flames|blame)"/)
})

test('the number is the change that decided, in the microseconds of separate slices, and the only CPU of a request', async () => {
  const separate = makeRounds({ rounds: 6, costRatio: 1.1, drift: round => 1 + (round % 2) / 10 })
  const shared = makeRounds({ rounds: 6, costRatio: 1.2 }).map(slice => ({ ...slice, beside: ['the other'] }))
  const page = await pageOf({ slices: [...separate, ...shared] })
  expect(page).toMatch(
    /<strong>\+14\.\d+ µs<\/strong> of main-thread CPU per request <span class="interval">± [\d.]+, from 7\d\.\d µs to 8\d\.\d µs, \+20\.0% \(95% CI 20\.0 to 20\.0\); requests\/s -9\.1% \(-9\.1 to -9\.1\)</
  )
})

test('without separate slices the number is the change that decided', async () => {
  const shared = makeRounds({ rounds: 6, costRatio: 1.2 }).map(slice => ({ ...slice, beside: ['the other'] }))
  const page = await pageOf({ slices: shared })
  expect(page).toContain('<strong>+20.0%</strong> main-thread CPU per request')
  expect(page).toContain('The size has not been measured')
  expect(page).not.toContain('class="stack"')
})

test('a short run says that its servers are not warm', async () => {
  const shared = makeRounds({ rounds: 3, costRatio: 1.2 }).map(slice => ({ ...slice, beside: ['the other'] }))
  const manifest = makeManifest({ design: { ...makeManifest().design, quick: true } })
  expect(await pageOf({ manifest, slices: shared })).toContain('! short run: servers not warm')
})

test('several verdicts stand at the top in one line each, which leads to the answer', async () => {
  const page = await pageOf(makeToggleRun())
  const [, openings = ''] = /<ol class="openings">(.*?)<\/ol>/s.exec(page) ?? []
  const lines = openings
    .split('<li')
    .slice(1)
    .map(line => line.replace(/^[^>]*>|<[^>]*>/g, '').trim())
  expect(lines).toEqual([
    expect.stringMatching(
      /^log=sync is slower than off: \+17\.5 µs of main-thread CPU per request .* \+1\d\..*, mean of 2 pairs/
    ),
    expect.stringMatching(/^gzip=on is slower than off: \+115 µs of CPU per request .* \+10\d/)
  ])
  const links = [...openings.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id)
  expect(links).toHaveLength(2)
  for (const id of links) expect(page).toMatch(new RegExp(`<div id="${id}" class="answer`))
})

test('one verdict is not repeated above its answer', async () => {
  const page = await pageOf({ slices: makeRounds({ rounds: 6, costRatio: 1 }) })
  expect(page).not.toContain('class="openings"')
  expect(page.match(/<h1/g)).toHaveLength(1)
})

test('requests that fail more often with the candidate are part of the summary', async () => {
  const slices = makeRounds({ rounds: 6, costRatio: 1 }).map(slice =>
    slice.variant === 'log=sync' ? { ...slice, non2xx: 100 } : slice
  )
  const page = await pageOf({ slices })
  expect(page).toContain('<li>More requests fail with log=sync: 600 of 60,000; with log=off: 0 of 60,000.</li>')
})

test('the policy lets the own script and style through by hash, and nothing else', async () => {
  const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(await pageOf({})) ?? []
  expect(policy.replaceAll('&#39;', "'").replaceAll(/sha256-[\w+/=]{44}/g, 'HASH')).toBe(
    "default-src 'none'; script-src 'HASH'; style-src 'HASH'; img-src data:; base-uri 'none'; form-action 'none'"
  )
})

test('files with characters that mean something in an address are linked as they are', async () => {
  const artifact = { kind: /** @type {const} */ ('flame'), variant: 'log=sync', profiler: null, generator: null }
  const page = await pageOf({ artifacts: [{ ...artifact, path: 'profiles/a#b?c%.html' }] })
  expect(page).toContain('href="profiles/a%23b%3Fc%25.html"')
})

test('several requests have a chapter, and one that alone is slower stands in the summary with a link to it', async () => {
  const page = await pageOf(makeRequestRun())
  const [summary = '', parts = ''] = page.split('<details id="metrics"')
  expect(summary).toContain('No difference in main-thread CPU per request')
  expect(summary).toMatch(/By request: GET \/b is slower, main-thread CPU per request \+10\.0% .* <a href="#requests">/)
  expect(parts).toMatch(/<h3>Requests, each alone: main-thread CPU per request</)
  expect(parts).toMatch(/<th scope="row"[^>]*>GET \/b<\/th>\s*<td>slower<\/td>/)
})
