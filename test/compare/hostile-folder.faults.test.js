import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { analyse } from '../../src/analyse.js'
import { linkedArtifacts, saveReport } from '../../src/compare/save/save-report.js'
import { guardPage } from '../../src/profilers/guard-page.js'
import { RunFolder } from '../../src/runs/run-folder.js'
import { sampleRoot } from '../helpers/sample-run.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

/** @import { SavedRun } from '../../src/runs/read-run.js' */
/** @import { Artifact } from '../../src/runs/types.js' */

jest.setTimeout(60_000)
removeTemporaryFolders()

const page = `<html><head><meta charset="utf-8"></head><body><script>
    visualizer({"name":"</script><script>attack()</script>"})
  </script></body></html>`

/** What is read of a run besides its records, by the file or folder that has it. @type {[string, (run: SavedRun) => unknown[]][]} */
const parts = [
  ['launches', run => [...run.profiles, ...run.trees]],
  ['sources.json', run => run.sources ?? []],
  ['ticks', run => run.artifacts.filter(({ kind }) => kind === 'ticks')],
  ['tables', run => run.artifacts.filter(({ kind }) => kind === 'table')],
  ['profiles', run => run.artifacts.filter(({ kind }) => kind === 'cpuprofile' || kind === 'heapprofile')]
]

/** Returns a folder with a run, and with a file outside of the run that links in it lead to. */
function strangeFolder() {
  const folder = temporaryFolder()
  const root = path.join(folder, 'profiles', 'run')
  cpSync(sampleRoot, root, { recursive: true })
  const outside = path.join(folder, 'outside.html')
  writeFileSync(outside, page)
  return { folder, root, outside }
}

/** Moves a file or folder of a run to another folder, and links to it from its place. @param {string} name @param {string} folder @param {string} root */
function moveOut(name, folder, root) {
  const outside = path.join(folder, `outside-${name}`)
  renameSync(path.join(root, name), outside)
  symlinkSync(outside, path.join(root, name))
}

/** @type {(path: string, kind?: Artifact['kind']) => Artifact} */
function artifact(path, kind = 'flame') {
  return { kind, variant: 'off', profiler: '0x', generator: null, path }
}

test('the report of a folder from someone else writes nothing outside of it', async () => {
  const { folder, root, outside } = strangeFolder()
  for (const name of ['analysis.json', 'flames.json', 'summary.md', 'report.html']) {
    renameSync(path.join(root, name), path.join(folder, name))
    symlinkSync(outside, path.join(root, name))
  }
  mkdirSync(path.join(root, 'more'))
  symlinkSync(outside, path.join(root, 'more', 'link.html'))
  const artifacts = [artifact('../../outside.html'), artifact('more/link.html'), artifact('more/link.html', 'ticks')]
  const run = { ...new RunFolder(root).read(), artifacts }
  const saved = await saveReport(new RunFolder(root), run, analyse(run))
  expect(saved.problems).toHaveLength(3)
  expect(readFileSync(outside, 'utf8')).toBe(page)
  expect(readdirSync(folder).sort()).toEqual([
    'analysis.json',
    'flames.json',
    'outside.html',
    'profiles',
    'report.html',
    'summary.md'
  ])
  const html = readFileSync(path.join(root, 'report.html'), 'utf8')
  expect(html).toContain('Content-Security-Policy')
  expect(html).not.toContain('link.html')
  expect(html).not.toContain('outside.html')
})

test.each(parts)('a report reads nothing outside of a folder from someone else: not %s', (name, partOf) => {
  const { folder, root } = strangeFolder()
  const own = new RunFolder(root).read()
  moveOut(name, folder, root)
  const run = new RunFolder(root).read()
  expect(partOf(own).length).toBeGreaterThan(0)
  expect(partOf(run)).toEqual([])
  const outside = run.unread.filter(({ reason }) => reason === 'outside').map(({ file }) => file.split('/')[0])
  expect(new Set(outside)).toEqual(new Set([name]))
  if (name === 'ticks') expect(new RunFolder(root).readTickTexts(own.artifacts)).toEqual([])
})

test.each(['run.json', 'slices.jsonl', 'launches.jsonl'])(
  'a folder from someone else whose %s leads out of it is refused',
  name => {
    const { folder, root } = strangeFolder()
    moveOut(name, folder, root)
    expect(() => new RunFolder(root).read()).toThrow(`${name} is not read: it leads out of the folder`)
  }
)

test('a page that an older version wrote is guarded when the report is written again', async () => {
  const { root } = strangeFolder()
  const file = path.join(root, 'profiles', 'off.0x.html')
  writeFileSync(file, page)
  const old = artifact('profiles/off.0x.html')
  expect(await linkedArtifacts(new RunFolder(root), [old])).toEqual({ linked: [old], refused: [] })
  expect(readFileSync(file, 'utf8')).toBe(guardPage(page))
  expect(readFileSync(file, 'utf8')).not.toContain('</script><script>')
})

test('a page of another form is not linked, and the reason is printed', async () => {
  const { root } = strangeFolder()
  const file = path.join(root, 'profiles', 'off.0x.html')
  writeFileSync(file, '<script>attack()</script>')
  const run = { ...new RunFolder(root).read(), artifacts: [artifact('profiles/off.0x.html')] }
  const { problems } = await saveReport(new RunFolder(root), run, analyse(run))
  expect(problems).toEqual([
    'profiles/off.0x.html is not in the report: it is outside the run folder, or no page as 0x and clinic write them.'
  ])
  expect(readFileSync(path.join(root, 'report.html'), 'utf8')).not.toContain('off.0x.html"')
})
