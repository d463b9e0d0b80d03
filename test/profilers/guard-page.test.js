import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { guardFile, guardPage } from '../../src/profilers/guard-page.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

removeTemporaryFolders()

const attack = '</script><script>attack()</script><img src=x onerror=attack()><!--'
const data = JSON.stringify({ name: attack, children: [] })
const tool = '<!-- {"tool":"flame","toolVersion":"13.0.0 (0x v5.8.0)","hash":"638c"} -->\n'

/** @param {string} scripts @param {string} [end] */
function pageOf(scripts, end = '') {
  return `
    <html>
    <head>
      <meta charset="utf-8">
      <style>rect:hover { opacity: 0.9 }</style>
    </head>
    <body>
      ${scripts}</script>
    </body>
    </html>
${end}`
}

/** Pages as the tools write them: with the names in the last call, in a module of the program, and apart from it. */
const pages = [
  { name: '0x', html: pageOf(`<script> draw("<b>")\n    visualizer(${data}, ${data})\n  `) },
  {
    name: 'clinic flame',
    html: pageOf(`<script>require("<b>"),\n{1:[function(module){\nmodule.exports=${data}\n},{}]}\n`, tool)
  },
  {
    name: 'clinic bubbleprof',
    html: pageOf(
      `<script type="application/json" id="clinic-data">{"data":[\n${data}\n,${data}]}</script>\n      \n      <script>draw("<b>")`,
      tool
    )
  }
]

/** Returns the texts of the scripts as a browser finds them. @param {string} html */
function scriptsOf(html) {
  return [...html.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, text = '']) => text)
}

test.each(pages)('a name cannot end the script of a page of $name, and is no HTML', ({ html }) => {
  expect(scriptsOf(html).some(text => text === 'attack()')).toBe(true)
  const guarded = String(guardPage(html))
  const scripts = scriptsOf(guarded)
  expect(scripts.some(text => text === 'attack()')).toBe(false)
  expect(guarded).toContain('‹/script›‹script›attack()')
  expect(guarded).not.toContain('<img')
  expect(scripts.at(-1)).toContain('"<b>"')
})

test.each(pages)('a page of $name has a policy for its own script only, and loads nothing', ({ html }) => {
  const guarded = String(guardPage(html))
  const program = scriptsOf(guarded).at(-1) ?? ''
  const [, policy = ''] = /<meta http-equiv="Content-Security-Policy" content="(.*?)">/.exec(guarded) ?? []
  const rules = new Map(policy.split('; ').map(rule => /** @type {const} */ ([rule.split(' ')[0], rule])))
  expect(rules.get('default-src')).toBe("default-src 'none'")
  expect(rules.get('script-src')).toBe(`script-src 'sha256-${createHash('sha256').update(program).digest('base64')}'`)
  expect(policy).not.toContain('http')
  expect(guarded.indexOf(policy)).toBeLessThan(guarded.indexOf('<style>'))
})

test('the data stays JSON with the same figures', () => {
  const guarded = String(guardPage(pages[2]?.html ?? ''))
  const [json = ''] = scriptsOf(guarded)
  expect(JSON.parse(json).data).toEqual([JSON.parse(data.replaceAll('<', '‹').replaceAll('>', '›')), expect.anything()])
})

test("the style sheet of fonts that clinic's pages load is left out", () => {
  const html = pageOf(`<script>load("https://clinicjs.org/assets/css/fonts.css")\nmodule.exports={}\n`, tool)
  expect(guardPage(html)).not.toContain('clinicjs.org/assets')
})

test.each([
  { what: 'no script', html: '<html><head><meta charset="utf-8"></head></html>' },
  { what: 'no data', html: pageOf('<script>draw()') },
  { what: 'no character set', html: (pages[0]?.html ?? '').replace('<meta charset="utf-8">', '') },
  { what: 'something after its script', html: `${pages[0]?.html}<img src=x onerror=attack()>` },
  { what: 'a second script in its program', html: pageOf(`<script>a()</script><script>b()\n    visualizer({})\n  `) }
])('a page with $what is not guarded, so that it is not linked', async ({ html }) => {
  expect(guardPage(html)).toBeNull()
  const file = path.join(temporaryFolder(), 'page.html')
  writeFileSync(file, html)
  expect(await guardFile(file)).toBe(false)
  expect(readFileSync(file, 'utf8')).toBe(html)
})

test('a file is guarded once', async () => {
  const file = path.join(temporaryFolder(), 'page.html')
  writeFileSync(file, pages[0]?.html ?? '')
  expect(await guardFile(file)).toBe(true)
  const guarded = readFileSync(file, 'utf8')
  expect(guarded).toBe(guardPage(pages[0]?.html ?? ''))
  expect(await guardFile(file)).toBe(true)
  expect(readFileSync(file, 'utf8')).toBe(guarded)
})
