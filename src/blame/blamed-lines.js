/**
 * @import { SourceExcerpt } from '../runs/types.js'
 * @import { Card, SourcePlace } from './types.js'
 */

/**
 * Returns the cards with the line of each place, as they show it.
 * @param {Card[]} cards
 * @param {SourceExcerpt[] | null} sources null of a run that was saved without them
 * @returns {Card[]}
 */
export function withBlamedLines(cards, sources) {
  return cards.map(card => ({
    ...card,
    places: card.places.map(each => (each.place ? { ...each, blamedLine: blamedLineOf(each.place, sources) } : each))
  }))
}

/**
 * Returns the line of the blamed call where the source text is known, or else the first line of the function.
 * @param {SourcePlace} place
 * @param {SourceExcerpt[] | null} sources
 */
export function blamedLineOf(place, sources) {
  return sourceOf(place, sources)?.text?.blamedLine ?? place.line
}

/** @param {SourcePlace} place @param {SourceExcerpt[] | null} sources */
export function sourceOf({ file, line, call }, sources) {
  return sources?.find(source => source.file === file && source.line === line && source.call === call)
}
