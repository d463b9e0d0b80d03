import { blamedLineOf, sourceOf } from '../../blame/places.js'
import { fileInFolder } from '../../profile/tree/file-in-folder.js'
import { shorten } from './shorten.js'
import { placeInWords, shown } from './text.js'

/**
 * @import { CardPlace, SourcePlace } from '../../blame/types.js'
 * @import { SourceExcerpt } from '../../runs/types.js'
 * @import { Analysis } from '../../types.js'
 * @import { CardLine } from '../types.js'
 */

const LONGEST_PATH = 80

/**
 * Returns the source lines of a card.
 * @param {CardPlace[]} places
 * @param {string[]} costs by place
 * @param {Pick<Analysis, 'sources' | 'folder'>} analysis
 * @param {Map<number, string>} names of the steps, by row
 * @returns {CardLine[]}
 */
export function cardLines(places, costs, analysis, names) {
  return places.map((place, at) => lineOf(place, costs[at] ?? '', analysis, names)).map(onlyOnce)
}

/**
 * Returns a line without its text where a line before it has that: the names of the rows distinguish the two.
 * @type {(line: CardLine, index: number, lines: CardLine[]) => CardLine}
 */
function onlyOnce(line, index, lines) {
  const isShown = lines.slice(0, index).some(({ file, line: number }) => file === line.file && number === line.line)
  return isShown ? { ...line, source: [] } : line
}

/** @type {(place: CardPlace, cost: string, analysis: Pick<Analysis, 'sources' | 'folder'>, names: Map<number, string>) => CardLine} */
function lineOf({ place, steps }, cost, { sources, folder }, names) {
  const name = steps.map(({ row }) => names.get(row)).join(', ')
  if (!place) return { file: '', line: null, name, source: [], cost }
  const { text = null } = sourceOf(place, sources) ?? {}
  return {
    file: fileOf(place, folder),
    line: blamedLineOf(place, sources),
    name,
    source: text ? sourceLines(text) : [],
    cost
  }
}

/** @param {NonNullable<SourceExcerpt['text']>} text */
function sourceLines({ blamedLine, firstLine, lines }) {
  const texts = lines.map(text => shown(text.replaceAll('\t', '  ')).trimEnd())
  const indents = texts.filter(text => text !== '').map(text => text.length - text.trimStart().length)
  const indent = Math.min(...indents)
  return texts.map((text, at) => ({
    number: firstLine + at,
    text: text.slice(indent),
    isBlamed: firstLine + at === blamedLine
  }))
}

/** @param {SourcePlace} place @param {string} folder */
export function fileOf({ file }, folder) {
  return shorten(shown(placeInWords({ file: fileInFolder(file, folder), line: null }, folder)), LONGEST_PATH)
}
