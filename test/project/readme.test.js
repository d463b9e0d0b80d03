import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { commands, helpOf } from '../../src/cli/options/commands.js'
import { shortReport } from '../../src/report/print/short-report.js'

const MOST_SAMPLE_LINES = 15

const root = path.join(import.meta.dirname, '../..')
const readme = textOf('README.md')
const contributing = textOf('CONTRIBUTING.md')
const { scripts } = JSON.parse(textOf('package.json'))
const ciText = readdirSync(path.join(root, '.ci'))
  .map(name => textOf(`.ci/${name}`))
  .join('\n')

/** Commands of the README that tests run in another form: the script behind it, with a port or a folder of their own. */
const runByTests = ['inspect']
/** Scripts for those who change the code. */
const forDevelopers = ['release:prepare', 'package', 'schemas', 'format', 'lint', 'types', 'jest']
/** All help that there is. */
const usage = [undefined, ...Object.keys(commands)].map(name => helpOf(name)).join('\n\n')
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'overrides/README.md',
  ...readdirSync(path.join(root, 'docs'), { recursive: true })
    .map(name => `docs/${String(name).replaceAll(path.sep, '/')}`)
    .filter(name => name.endsWith('.md'))
]

const namedCommands = unique(readme, /npm (?:run )?(start|test|[a-z0-9]+:[a-z0-9]+|bench|inspect|report|calibrate)\b/g)

test.each(namedCommands)('the command %s of the README exists, and CI runs it', name => {
  expect(Object.keys(scripts)).toContain(name)
  if (!runByTests.includes(name))
    expect(ciText).toMatch(new RegExp(`npm (run )?${name}\\b|\\['start'|run\\('${name}'\\)`))
})

test('the README names every command there is, CONTRIBUTING those for developers', () => {
  for (const name of Object.keys(scripts)) {
    if (isForDevelopers(name)) expect(contributing).toContain(`npm run ${name} `)
    else expect(namedCommands).toContain(name)
  }
})

test('the README and CONTRIBUTING name no npm script that does not exist', () => {
  const known = [...Object.keys(scripts), 'ci']
  for (const name of unique(`${readme}\n${contributing}`, /npm run ([\w:-]+)/g)) expect(known).toContain(name)
})

test.each(unique(readme, /`(--[a-z-]+)/g))('the option %s of the README is in the help', option => {
  expect(usage).toContain(option)
})

test(`the sample of the README is printed by the report, and has at most ${MOST_SAMPLE_LINES} lines`, () => {
  const [, sample = ''] =
    /<!-- sample output:[^>]*-->\n```\n(.*?)\n```\n<!-- end of sample output -->/s.exec(readme) ?? []
  expect(sample).toContain('npm run bench:prof')
  const analysis = JSON.parse(textOf('profiles/sample/analysis.json'))
  const printed = shortReport(analysis, { folder: 'profiles/sample', places: [] }).split('\n')
  const [, ...lines] = sample.split('\n').filter(line => line !== '...')
  expect(lines.filter(line => !printed.includes(line))).toEqual([])
  expect(sample.split('\n').length).toBeLessThanOrEqual(MOST_SAMPLE_LINES)
})

test.each(documents)('%s links to files and headings that exist', document => {
  const text = textOf(document)
  const links = [
    ...unique(text, /\]\((?!https?:)([^)\s]+)\)/g),
    ...unique(text, /(?:src|srcset|href)="(?!https?:)([^"]+)"/g)
  ]
  for (const link of links) {
    const [file = '', heading] = link.split('#')
    const target = file === '' ? path.join(root, document) : path.join(root, path.dirname(document), file)
    expect({ link, exists: existsSync(target) }).toEqual({ link, exists: true })
    if (heading !== undefined) expect(headingsOf(readFileSync(target, 'utf8'))).toContain(heading)
  }
})

test.each(documents)('%s names scripts and workshop commands that exist', document => {
  const text = textOf(document)
  for (const script of unique(text, /node (scripts\/[\w/.-]+)/g))
    expect({ script, exists: existsSync(path.join(root, script)) }).toEqual({ script, exists: true })
  for (const { name } of commandLinesOf(text)) expect([...Object.keys(commands), 'help']).toContain(name)
})

test.each(documents)('the commands of %s have options that the help of the command has', document => {
  const unknown = commandLinesOf(textOf(document)).flatMap(function unknownOptions({ name, options }) {
    const help = helpOf(name)
    return options.filter(option => !help.includes(option)).map(option => `${name} ${option}`)
  })
  expect(unknown).toEqual([])
})

test.each(documents)('no table is missing in %s', document => {
  expect(textOf(document)).not.toContain('<!-- table')
})

/**
 * Returns the commands of this tool in the code of a text, with their options. What is quoted is a command of the reader's.
 * @param {string} text
 */
function commandLinesOf(text) {
  const code = [...text.matchAll(/^ {4}.+$|`[^`\n]+`/gm)].map(([line]) => line.replace(/'[^']*'|"[^"]*"|#.*$/g, ''))
  return code.flatMap(function commandOf(line) {
    const [, script, ofScript = ''] = /npm run (bench|lab)(?::\w+)? -- (.+)/.exec(line) ?? []
    const [, typed, ofTyped = ''] = /(?:workshop\.js|npx profiling-workshop) ([a-z]+)\b(.*)/.exec(line) ?? []
    const name = script === 'bench' ? 'run' : (script ?? typed)
    const options = `${ofScript} ${ofTyped}`.match(/(?<![\w-])--[a-z][\w-]*/g) ?? []
    return name === undefined ? [] : [{ name, options: options.map(String) }]
  })
}

/** @param {string} name of a script */
function isForDevelopers(name) {
  return forDevelopers.includes(name) || name.startsWith('test:')
}

/** @param {string} file relative to the root */
function textOf(file) {
  return readFileSync(path.join(root, file), 'utf8')
}

/**
 * Returns what the first group of a pattern matches in a text, each once.
 * @param {string} text
 * @param {RegExp} pattern with the flag g
 */
function unique(text, pattern) {
  return [...new Set([...text.matchAll(pattern)].map(([, found]) => String(found)))]
}

/**
 * Returns the anchors of the headings of a Markdown text, as GitHub makes them.
 * @param {string} text
 */
function headingsOf(text) {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    String(heading)
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .trim()
      .replaceAll(' ', '-')
  )
}
