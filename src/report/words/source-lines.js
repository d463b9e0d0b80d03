import { sourceOf } from '../../blame/places.js'
import { fileInFolder } from '../../profile/tree/file-in-folder.js'
import { placeInWords, shorten, shown } from './text.js'

/** @import { SourcePlace } from '../../blame/types.js' */
/** @import { SourceExcerpt } from '../../runs/types.js' */
/** @import { Analysis } from '../../types.js' */
/** @import { CardLine, Priced } from '../types.js' */

const LONGEST_PATH = 80

/** @type {Record<NonNullable<SourceExcerpt['omitted']>, string>} */
const omittedWords = {
  changed: 'the file was written after the run started',
  unreadable: 'the file could not be read when the run ended',
  outside: 'the file is neither in the folder of the servers nor in a package',
  'no-script': 'the file is no script by its name, nor by a first line that names node',
  elsewhere: 'the run folder is a copy, so the files of this machine may be others than those that ran'
}

/**
 * Returns lines of a file as they are shown: without control characters and common indentation.
 * @param {{ number: number, text: string }[]} lines in their order @param {Map<number, Partial<Priced>>} priceAt by line
 * @returns {CardLine['source']}
 */
export function sourceLines(lines, priceAt) {
  const texts = lines.map(({ text }) => shown(text.replaceAll('\t', '  ')).trimEnd())
  const indents = texts.filter(text => text !== '').map(text => text.length - text.trimStart().length)
  const indent = Math.min(...indents)
  return lines.map(({ number }, at) => ({
    number,
    text: texts[at]?.slice(indent) ?? '',
    isBlamed: priceAt.has(number),
    cost: '',
    amount: '',
    marks: [],
    share: 0,
    isLess: false,
    ...priceAt.get(number),
    isAfterGap: at > 0 && lines[at - 1]?.number !== number - 1
  }))
}

/**
 * Returns why source texts are missing, a sentence per file.
 * @type {(places: SourcePlace[], analysis: Pick<Analysis, 'sources' | 'folder'>) => string[]}
 */
export function omittedInWords(places, { sources, folder }) {
  const sentences = places.flatMap(place => {
    const { omitted = null } = sourceOf(place, sources) ?? {}
    return omitted ? [`No source text of ${fileOf(place, folder)}: ${omittedWords[omitted]}.`] : []
  })
  return [...new Set(sentences)]
}

/** Returns the file of a place as it is shown. @param {SourcePlace} place @param {string} folder */
export function fileOf({ file }, folder) {
  return shorten(shown(placeInWords({ file: fileInFolder(file, folder), line: null }, folder)), LONGEST_PATH)
}
