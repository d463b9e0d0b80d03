import { commandText } from '../../errors/secrets.js'
import { groupBy } from '../../stats/group-by.js'
import { formatBytes, formatCounted } from '../words/format.js'
import { requestName } from '../words/request-words.js'
import { listed } from '../words/text.js'

/** @import { Variant } from '../../experiments/types.js' */
/** @import { Analysis } from '../../types.js' */
/** @import { ResponseSummary } from '../../verdict/types.js' */
/** @import { Section } from './sections.js' */

/**
 * Returns how the servers of a user were started, and what they responded before the run.
 * @param {Pick<Analysis, 'servers' | 'responses'>} analysis @returns {Section[]}
 */
export function serverSections({ servers, responses }) {
  if (servers.length === 0) return []
  const isLimited = servers.some(({ memory }) => memory)
  const variantRows = servers.map(server => [...serverRow(server), ...(isLimited ? [memoryInWords(server)] : [])])
  const hasSeveral = responses.some(({ request }) => request !== undefined)
  const named = hasSeveral ? ['request'] : []
  const variants = {
    heading: 'Variants',
    table: {
      header: ['', 'command', 'Node.js', 'revision', ...(isLimited ? ['highest memory'] : [])],
      rows: variantRows,
      textColumns: isLimited ? 5 : 4
    },
    notes: [...servers.flatMap(packageNotes), ...portNotes(responses)]
  }
  // A server that ran already is not asked before.
  if (responses.length === 0) return [variants]
  return [
    variants,
    {
      heading: 'Responses',
      table: {
        header: ['', ...named, 'status', 'content-type', 'content-encoding', 'port', 'body, as sent'],
        rows: responses.map(summary => responseRow(summary, hasSeveral)),
        textColumns: 5 + named.length
      },
      notes: [
        `20 responses of each variant${hasSeveral ? ' to each request' : ''}, before the run. A fixed port is replaced by a free one, as several launches run at the same time.`
      ]
    }
  ]
}

/** @param {Analysis['servers'][number]} server */
function serverRow({ variant, command, env, commit, nodeVersion }) {
  const revision = commit === null ? '-' : commit || 'working tree'
  return [variant, commandText({ command, env }), nodeVersion ?? 'unknown', revision]
}

/** @param {Analysis['servers'][number]} server */
function memoryInWords({ memory }) {
  if (memory === null) return 'no limit'
  const limit = `limit ${formatBytes(memory.limitMB * 1e6)}`
  if (memory.peakBytes !== null) return `${formatBytes(memory.peakBytes)}, ${limit}`
  return memory.launches === 0 ? limit : `not watched on this system, ${limit}`
}

/**
 * Returns the package that the Node.js of a server is from, and what else differs where versions of a package are compared.
 * @param {Analysis['servers'][number]} server @returns {string[]} a sentence each
 */
function packageNotes({ variant, node, changedPackages: others = [] }) {
  const changes = others.map(each => `${each.package} (${each.before ?? 'none'}, here ${each.after ?? 'none'})`)
  const count = formatCounted(changes.length, 'package')
  const bytes = formatBytes(node?.bytes ?? 0)
  return [
    node
      ? `${variant}: Node.js ${node.version} of npm's registry, ${bytes}, integrity ${node.integrity ?? 'unknown'}.`
      : '',
    changes.length > 0 ? `${variant} has other versions of ${count} too: ${listed(changes)}.` : ''
  ].filter(Boolean)
}

/**
 * Returns which port was loaded of the servers that listen on several, once for all variants with the same ports.
 * @param {ResponseSummary[]} responses
 */
function portNotes(responses) {
  const several = responses.filter(({ otherPorts }) => otherPorts.length > 0)
  const byPorts = groupBy(several, ({ wantedPort, otherPorts }) => {
    const others = otherPorts.map(port => port || 'any').join(', ')
    return `port ${wantedPort || 'any'} was loaded; also open: ${others}`
  })
  return [...byPorts].map(function noteOn([text, own]) {
    const variants = new Set(own.map(({ variant }) => variant))
    return `${[...variants].join(', ')}: ${text}. --port names another one.`
  })
}

/** @param {ResponseSummary} summary @param {boolean} hasSeveral requests */
function responseRow(
  { variant, request = '', statuses, contentTypes, contentEncoding, wantedPort, bytes },
  hasSeveral
) {
  return [
    variant,
    ...(hasSeveral ? [requestName(request)] : []),
    statuses.join(', '),
    contentTypes.map(type => type || 'none').join(', '),
    contentEncoding ?? 'differs between responses',
    wantedPort === 0 ? 'any' : `${wantedPort}, moved`,
    sizeInWords(bytes)
  ]
}

/** @param {ResponseSummary['bytes']} bytes */
function sizeInWords({ least, median, most }) {
  return least === most ? formatBytes(median) : `${formatBytes(median)} (${formatBytes(least)} to ${formatBytes(most)})`
}

/**
 * Returns what a reader of the verdict must know of the responses, as sentences.
 * @param {Pick<Analysis, 'servers' | 'responses' | 'sizeDifferences'>} analysis
 */
export function responseLines({ servers, responses, sizeDifferences }) {
  const ports = [...new Set(responses.flatMap(({ wantedPort }) => (wantedPort === 0 ? [] : [wantedPort])))]
  const isOne = new Set(responses.map(({ variant }) => variant)).size === 1
  const why = isOne ? '' : ': several launches run at the same time'
  const moved = ports.map(port => `The servers listened on free ports instead of ${port}${why}.`)
  return [...sizesInWords({ sizeDifferences }), ...moved, ...portNotes(responses), ...nodeNotes(servers)]
}

/** @param {Pick<Analysis, 'sizeDifferences'>} analysis @returns {string[]} a sentence per candidate whose responses have another size */
export function sizesInWords({ sizeDifferences }) {
  return sizeDifferences.map(
    ({ request, baseline, candidate, baselineBytes, candidateBytes }) =>
      `The responses${request === undefined ? '' : ` to ${requestName(request)}`} have other sizes: ${formatBytes(candidateBytes)} of ${candidate}, ${formatBytes(baselineBytes)} of ${baseline}. Is it the same work?`
  )
}

/** @param {Analysis['servers']} servers */
function nodeNotes(servers) {
  const versions = new Set(servers.map(({ nodeVersion }) => nodeVersion))
  if (versions.size < 2) return []
  const all = servers.map(({ variant, nodeVersion }) => `${nodeVersion ?? 'unknown'} of ${variant}`)
  return [`Node.js: ${all.join(', ')}.`]
}

/**
 * Returns that variants are started in the same way, which is of use to see what chance alone makes (an A/A test).
 * @param {Variant[]} variants
 * @returns {string[]} one sentence or none
 */
export function equalCommandsInWords(variants) {
  const starts = variants.map(({ name, contentEncoding: _, ...start }) => JSON.stringify(start))
  const equal = variants.filter(
    (_, index) => starts.indexOf(starts[index] ?? '') !== starts.lastIndexOf(starts[index] ?? '')
  )
  if (equal.length === 0) return []
  return [`${listed(equal.map(({ name }) => name))} are equal commands: their difference is due to chance.`]
}
