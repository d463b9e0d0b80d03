import { shown } from './text.js'

/** @import { CardLine, Priced } from '../types.js' */

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
