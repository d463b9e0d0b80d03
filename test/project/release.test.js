import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

removeTemporaryFolders()

const root = path.join(import.meta.dirname, '../..')

/** @param {string} file */
function textOf(file) {
  return readFileSync(path.join(root, file), 'utf8')
}

const workflows = readdirSync(path.join(root, '.github/workflows')).map(name => `.github/workflows/${name}`)
const pages = readdirSync(path.join(root, 'docs'))
  .filter(name => name.endsWith('.md'))
  .map(name => `docs/${name}`)

test('actions are pinned by commit, each by the same one everywhere, with its version behind it', () => {
  const used = [
    ...workflows,
    'action.yml',
    'comment/action.yml',
    'examples/many-machines/github.yml',
    ...pages
  ].flatMap(file =>
    [...textOf(file).matchAll(/uses: (actions\/[\w-]+)@(.*)/g)].map(([, action = '', pin = '']) => ({ action, pin }))
  )
  expect(used.length).toBeGreaterThan(20)
  for (const { pin } of used) expect(pin).toMatch(/^[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  const pins = new Set(used.map(({ action, pin }) => `${action}@${pin}`))
  expect(pins.size).toBe(new Set(used.map(({ action }) => action)).size)
})

/** @param {string} file */
function isInstalled(file) {
  return /[\\/](node_modules|dist)$/.test(file)
}

/** Runs the script of a copy. @param {string} copy @param {string[]} args */
function bundle(copy, ...args) {
  const { status, stderr } = spawnSync('node', ['scripts/bundle-pages.js', ...args], { cwd: copy, encoding: 'utf8' })
  return { status, stderr }
}

/** Runs the script on a package.json of its own. @param {string} file @param {...string} args */
function prepare(file, ...args) {
  const isCheck = args[0] === '--check'
  const all = [...args.slice(0, isCheck ? 2 : 1), '--file', file]
  const { status, stderr } = spawnSync('node', ['scripts/prepare-release.js', ...all], { cwd: root, encoding: 'utf8' })
  return { status, stderr }
}

test('a release names its repository, and is refused without one, or with that of somebody else', () => {
  const file = path.join(temporaryFolder(), 'package.json')
  writeFileSync(file, JSON.stringify({ name: 'profiling-workshop', version: '0.1.0', license: 'MIT' }))
  const missing = prepare(file, '--check', 'owner/name')
  expect(missing).toEqual({
    status: 2,
    stderr: expect.stringMatching(/has no repository: run npm run release:prepare/)
  })
  expect(prepare(file, 'owner/name')).toEqual({ status: 0, stderr: '' })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    name: 'profiling-workshop',
    version: '0.1.0',
    license: 'MIT',
    repository: { type: 'git', url: 'git+https://github.com/owner/name.git' },
    bugs: { url: 'https://github.com/owner/name/issues' },
    homepage: 'https://github.com/owner/name#readme'
  })
  expect(prepare(file, '--check', 'owner/name').status).toBe(0)
  expect(prepare(file, '--check', 'fork/name')).toEqual({
    status: 2,
    stderr: expect.stringContaining('the repository of another repository')
  })
})

test.each(['', 'name', 'owner/name/x', 'owner/na me', '--check'])('"%s" is no repository', name => {
  const { status, stderr } = prepare(path.join(temporaryFolder(), 'package.json'), name)
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringContaining('is no repository: write <owner>/<name>')
  })
})

test('the committed package names no repository, as it has no owner yet, and the workflow asks for one before it packs', () => {
  const { repository, bugs, homepage } = JSON.parse(textOf('package.json'))
  expect([repository, bugs, homepage]).toEqual([undefined, undefined, undefined])
  const release = textOf('.github/workflows/release.yml')
  const check = release.indexOf('node scripts/prepare-release.js --check "$GITHUB_REPOSITORY"')
  expect(check).toBeGreaterThan(0)
  expect(release.indexOf('npm run package')).toBeGreaterThan(check)
})

test('a bundle of the page is checked: the tag has it, and one that is missing or stale fails', () => {
  const copy = temporaryFolder()
  for (const name of ['package.json', 'tsconfig.json', 'src', 'scripts'])
    cpSync(path.join(root, name), path.join(copy, name), { recursive: true, filter: from => !isInstalled(from) })
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  const style = path.join(copy, 'src/page/styles/report.css')
  expect(bundle(copy, '--check')).toEqual({
    status: 1,
    stderr: expect.stringMatching(/dist\/report\.json is missing or stale/)
  })
  expect(bundle(copy)).toEqual({ status: 0, stderr: '' })
  expect(bundle(copy, '--check')).toEqual({ status: 0, stderr: '' })
  appendFileSync(style, '.another { color: red }')
  expect(bundle(copy, '--check')).toEqual({ status: 1, stderr: expect.not.stringContaining('index.json') })
  const release = textOf('.github/workflows/release.yml')
  expect(release.indexOf('node scripts/bundle-pages.js --check')).toBeGreaterThan(release.indexOf('.ci/run install'))
})

test('a page is drawn from the bundle where no bundler is installed, as the action installs a tag', async () => {
  const copy = temporaryFolder()
  for (const name of ['package.json', 'tsconfig.json', 'src', 'scripts'])
    cpSync(path.join(root, name), path.join(copy, name), { recursive: true, filter: from => !isInstalled(from) })
  mkdirSync(path.join(copy, 'node_modules'))
  for (const name of readdirSync(path.join(root, 'node_modules')).filter(each => each !== 'esbuild'))
    symlinkSync(path.join(root, 'node_modules', name), path.join(copy, 'node_modules', name))
  mkdirSync(path.join(copy, 'dist'))
  writeFileSync(path.join(copy, 'dist/index.json'), JSON.stringify({ script: 'the bundled script', style: '' }))
  const file = path.join(copy, 'draw.mjs')
  writeFileSync(file, `import { renderIndex } from './src/page/render-index.js'\nconsole.log(await renderIndex([]))`)
  const { stdout, stderr } = spawnSync(process.execPath, [file], { cwd: copy, encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(stdout).toContain('<script>the bundled script</script>')
})

test('a page that tells to call the package by npx says from what, as it is not published', () => {
  const tracked = spawnSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).stdout.trim().split('\n')
  expect(tracked).toEqual(expect.arrayContaining([...pages, 'README.md', 'examples/README.md']))
  const others = tracked.filter(file => file !== 'docs/installation.md')
  for (const page of others.filter(file => /npx (--yes )?profiling-workshop/.test(textOf(file))))
    expect({ page, says: /\[not published\]\(.*installation\.md#the-npm-package\)/.test(textOf(page)) }).toEqual({
      page,
      says: true
    })
})

test('CI has each supported version of Node.js, macOS, and each night the newest artillery', () => {
  const { on, jobs } = parse(textOf('.github/workflows/test.yml'))
  expect(jobs.test.strategy.matrix.node).toEqual([20, 22, 24, 26])
  const runsOf = (/** @type {string} */ job) =>
    jobs[job].steps.flatMap((/** @type {{ run?: string }} */ { run }) => run ?? [])
  expect(jobs.macos['runs-on']).toBe('macos-latest')
  expect(runsOf('macos')).toEqual(['npm ci', 'npm test', 'npm run bench:prof -- --short'])
  expect(on.schedule).toHaveLength(1)
  expect(jobs['newest-artillery'].if).toBe("github.event_name == 'schedule'")
  expect(runsOf('newest-artillery')).toEqual([
    'npm ci',
    'npm install --no-save --no-package-lock artillery@latest @artilleryio/int-core@latest',
    'node scripts/workshop.js run info-log --load artillery --quick'
  ])
  const { devDependencies } = JSON.parse(textOf('package.json'))
  expect(devDependencies.artillery).toBe('2.0.21')
  expect(textOf('docs/installation.md')).toMatch(/`artillery` stays at 2\.0\.21 while Node 20 is supported/)
})
