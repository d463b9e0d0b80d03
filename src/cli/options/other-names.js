import { badOption } from '../../compare/ask/bad-option.js'

/** Options of curl and autocannon, by what they are here. @type {Record<string, string>} */
const names = { '-H': '--header', '-X': '--method', '-m': '--method', '-b': '--body', '--data': '--body' }

/** What these tools mean by different things. @type {Record<string, [problem: string, allowed: string]>} */
const refused = {
  '-d': ['it is the body in curl, and the time in autocannon', '--data <text>, or --duration <s>'],
  '-c': [
    'it is the number of connections in autocannon, which is part of each load here',
    '--load <names>, or --config <file> in full'
  ]
}
const FORM = 'content-type: application/x-www-form-urlencoded'

/**
 * Returns arguments in which options of curl and autocannon have their names of this tool. As in curl, `--data` reads a file after @, and
 * sends a form where no other content-type is given.
 * @param {string[]} args
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function withLongNames(args) {
  const words = args.flatMap(function takeApart(word) {
    const [, option, value] = /^(-[HXmb]|--data(?==))=?(.+)$/s.exec(word) ?? []
    return option === undefined || value === undefined ? [word] : [option, value]
  })
  const spelled = words.map(function spell(word, index) {
    const before = words[index - 1]
    if (before === '-H') return word.replace(/^([\w-]+)=/, '$1: ')
    if (before === '--data' && word.startsWith('@')) return word.slice(1)
    const [problem, allowed] = refused[word.slice(0, 2)] ?? []
    if (problem !== undefined && allowed !== undefined) throw badOption(word.slice(0, 2), problem, allowed)
    return word === '--data' && words[index + 1]?.startsWith('@') ? '--body-file' : (names[word] ?? word)
  })
  const isForm = words.includes('--data') && !spelled.some(word => /^(--header=)?content-type\s*:/i.test(word))
  return isForm ? [...spelled, '--header', FORM] : spelled
}
