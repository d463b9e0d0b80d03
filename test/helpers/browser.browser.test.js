import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { expect, test } from '@jest/globals'
import { accessibilityProblems } from './accessibility.js'
import { closeBrowser, launchBrowser, openPage } from './browser.js'
import { onLinux } from './on-linux.js'
import { oneBrowser } from './one-browser.js'
import { removeTemporaryFolders, temporaryFolder } from './temporary-folder.js'

const LOOK_AGAIN_MS = 20
const strict = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'">`

const browser = oneBrowser()

removeTemporaryFolders()

test('a page that keeps to itself has no problems and the asked-for size and colours', async () => {
  const file = writePage(`${strict}<h1>Hello</h1><script>console.warn('no error')</script>`)
  const { page, problems } = await openPage(browser(), file, { width: 360, height: 640, colorScheme: 'dark' })
  const look = await page.evaluate(() => ({
    width: window.innerWidth,
    height: window.innerHeight,
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    text: document.querySelector('h1')?.textContent
  }))
  expect(look).toEqual({ width: 360, height: 640, isDark: true, text: 'Hello' })
  expect(problems).toEqual([])
})

test('letters are drawn: there is a font', async () => {
  const { page } = await openPage(browser(), writePage('<p><span>iiii</span> <span>WWWW</span></p>'))
  const [narrow = 0, wide = 0] = await page.$$eval('span', spans => spans.map(span => span.offsetWidth))
  expect(narrow).toBeGreaterThan(0)
  expect(wide).toBeGreaterThan(2 * narrow)
})

test('errors on the console and errors nobody caught are problems', async () => {
  const file = writePage(`<script>console.error('said', 1)</script>
    <script>throw new Error('thrown')</script>
    <script>Promise.reject(new Error('rejected'))</script>`)
  const { problems } = await openPage(browser(), file)
  expect(problems).toEqual(['console error: said 1', 'page error: thrown', 'page error: rejected'])
})

test('a violation of the policy is a problem even when the page catches it', async () => {
  const { problems } = await openPage(browser(), writePage(`${strict}<script>try { eval('1') } catch {}</script>`))
  expect(problems).toEqual(['CSP violation: script-src forbids kEvalViolation'])
})

test('requests are problems, whatever asks', async () => {
  const { page, problems } = await openPage(browser(), writePage('<img src="more.png">'))
  await page.evaluate(async function askAround() {
    await fetch('http://127.0.0.1:1/').catch(() => {})
    const socket = new WebSocket('ws://127.0.0.1:1/')
    await new Promise(resolve => socket.addEventListener('error', resolve))
  })
  const asked = ['file:.*/more.png', 'http://127.0.0.1:1/', 'ws://127.0.0.1:1/']
  for (const url of asked) expect(problems).toContainEqual(expect.stringMatching(`^request: ${url}$`))
})

test('data: and blob: URLs and the own address are no requests', async () => {
  const file = writePage(`<a id="here"></a><img src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=">
    <script>fetch(URL.createObjectURL(new Blob(['x'])))</script>`)
  const { page, problems } = await openPage(browser(), new URL('#here', pathToFileURL(file)))
  await page.reload()
  expect(problems).toEqual([])
})

test('pages share no storage', async () => {
  const file = writePage('<p>stored</p>')
  const { page: first } = await openPage(browser(), file)
  await first.evaluate(() => localStorage.setItem('theme', 'dark'))
  const { page: second } = await openPage(browser(), file)
  expect(await second.evaluate(() => localStorage.length)).toBe(0)
})

test('axe names the element at fault under a strict policy, and keeps to it', async () => {
  const { page, problems } = await openPage(browser(), writePage(document('pale')))
  // The luminance of #999 is 0.318: (1 + 0.05) / (0.318 + 0.05) = 2.85.
  expect(await accessibilityProblems(page)).toEqual([expect.stringMatching(/^color-contrast: #text: .*\b2\.8[45]\b/s)])
  expect(problems).toEqual([])
  const { page: corrected } = await openPage(browser(), writePage(document('')))
  expect(await accessibilityProblems(corrected)).toEqual([])

  /** @param {string} text */
  function document(text) {
    const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`
    const style = '<style>#text { color: #999; background: #fff }</style>'
    return `<!doctype html><html lang="en"><head><title>A page</title>${policy}${style}</head>
      <body><main><h1>Contrast</h1><p id="text">${text}</p></main></body></html>`
  }
})

onLinux.each([
  ['a closed browser', 0],
  ['one that hangs', 'SIGSTOP']
])('no process is left of %s', async (_whose, signal) => {
  const other = await launchBrowser()
  const pid = other.process()?.pid ?? 0
  try {
    expect(aliveInGroup(pid).length).toBeGreaterThan(2)
    process.kill(pid, signal)
  } finally {
    await closeBrowser(other)
  }
  while (aliveInGroup(pid).length > 0) await pause(LOOK_AGAIN_MS)
})

test('where there is nothing to run, the error says what to set', async () => {
  const before = process.env.CHROME_PATH
  process.env.CHROME_PATH = '/no/such/chromium'
  try {
    await expect(launchBrowser()).rejects.toThrow(
      /^CHROME_PATH=\/no\/such\/chromium does not run here: ENOENT.*\nSet CHROME_PATH/
    )
  } finally {
    if (before === undefined) delete process.env.CHROME_PATH
    else process.env.CHROME_PATH = before
  }
})

/**
 * What is dead may still be listed, as a zombie: nobody asks how the processes of a dead parent ended.
 * @param {number} group
 */
function aliveInGroup(group) {
  return readdirSync('/proc').filter(function isAlive(name) {
    const stat = /^\d+$/.test(name) ? readIfThere(`/proc/${name}/stat`) : ''
    const [state, , itsGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return Number(itsGroup) === group && state !== 'Z'
  })
}

/** @param {string} file */
function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/**
 * @param {string} html
 * @returns {string} the file it is in
 */
function writePage(html) {
  const file = path.join(temporaryFolder(), 'page & #1.html')
  writeFileSync(file, html)
  return file
}
