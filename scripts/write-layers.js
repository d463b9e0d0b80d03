import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Writes the picture of the layers into CONTRIBUTING.md, from the table of its section "Layout": node scripts/write-layers.js [file]. An arrow is
 * left out where a longer way leads to the same folder.
 */
const [file = path.join(import.meta.dirname, '../CONTRIBUTING.md')] = process.argv.slice(2)
const text = readFileSync(file, 'utf8')
writeFileSync(file, withPicture(text))

/** @param {string} contributing @returns {string} the same text with the picture of its table */
function withPicture(contributing) {
  const picture = ['```mermaid', 'graph TD', ...arrowsOf(readTable(contributing)), '```'].join('\n')
  return contributing.replace(
    /(<!-- layers -->\n)[\s\S]*?(\n<!-- end of layers -->)/,
    (_all, begin, end) => begin + picture + end
  )
}

/** Returns what each folder of src imports, from the table. @param {string} contributing */
function readTable(contributing) {
  const rows = contributing.matchAll(/^\| `([a-z.]+)` \| .+? \| (.+?) \|$/gm)
  return new Map([...rows].map(([, name = '', imports = '']) => [name, imports.split(', ').filter(isFolder)]))
}

/** @param {string} name */
function isFolder(name) {
  return name !== 'none' && !name.startsWith('/')
}

/** @param {Map<string, string[]>} imports */
function arrowsOf(imports) {
  return [...imports].flatMap(([from, direct]) =>
    direct.filter(to => !direct.some(other => other !== to && reaches(other, to))).map(to => `  ${from} --> ${to}`)
  )

  /** @param {string} from @param {string} to @returns {boolean} */
  function reaches(from, to) {
    return (imports.get(from) ?? []).some(next => next === to || reaches(next, to))
  }
}
