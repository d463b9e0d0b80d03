import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { accessibilityProblems } from './helpers/accessibility.js'
import { openPage } from './helpers/browser.js'
import { oneBrowser } from './helpers/one-browser.js'
import { removeTemporaryFolders, temporaryFolder } from './helpers/temporary-folder.js'
import { workshop } from './helpers/workshop.js'

/** The one real run and the one page in a real browser that `npm test` has; the parts of `npm run test:full` have more. */
jest.setTimeout(90_000)
removeTemporaryFolders()

const browser = oneBrowser()
const args = ['--short', '--rounds', '2', '--duration', '0.2', '--load', 'autocannon', '--profiler', 'cdp']

test('a short run ends with its files, and its page opens in a browser', async () => {
  const out = temporaryFolder()
  const { code, stdout } = await workshop(['run', 'info-log', ...args, '--out', out])
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(/What does a synchronous console\.log cost/)
  })
  const name = readdirSync(out).find(each => each !== 'index.html') ?? ''
  const root = path.join(out, name)
  const analysis = JSON.parse(readFileSync(path.join(root, 'analysis.json'), 'utf8'))
  expect(analysis).toMatchObject({ status: 'complete', baseline: 'log=off', candidates: ['log=sync'] })
  expect(readFileSync(path.join(root, 'summary.md'), 'utf8')).toContain('run info-log')
  expect(readFileSync(path.join(out, 'index.html'), 'utf8')).toContain(`${name}/report.html`)

  const { page, problems } = await openPage(browser(), path.join(root, 'report.html'))
  await page.waitForSelector('.flame-hint:not(:empty)')
  const answer = (await page.$eval('#answer-0 h1', title => title.innerText)).toLowerCase()
  expect(answer).toContain('log=sync')
  expect(answer).toContain(analysis.verdicts[0].verdict)
  expect(await accessibilityProblems(page)).toEqual([])
  expect(problems).toEqual([])
})
