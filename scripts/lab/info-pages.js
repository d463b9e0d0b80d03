import { chaptersOf } from '../../src/report/chapters.js'
import { formatCounted } from '../../src/report/words/format.js'
import { verdictWords } from '../../src/report/words/verdict-words.js'
import { machineInWords } from '../../src/report/words/words.js'
import { labPages } from './lab-pages.js'

/** @import { Table } from '../../src/report/sections/sections.js' */
/** @import { RunManifest } from '../../src/runs/types.js' */
/** @import { Analysis } from '../../src/types.js' */

const ABSENT = '-'
const LOG = 'log=sync'
const PROFILED_LOADS = 'Load generators under each profiler'

/**
 * Returns the pages of the /info lab, docs/labs/info.md and those beside it, by file name. Every figure of ours is a cell or a sentence of the report of a run; what the run does not
 * have is a dash.
 * @param {Analysis} analysis
 * @param {RunManifest} manifest of the same run
 * @returns {Record<string, string>}
 */
export function infoPages(analysis, manifest) {
  const sections = Object.values(chaptersOf(analysis)).flat()
  const { baseline } = analysis
  return labPages('info', {
    facts: `\`${manifest.reproduce}\` on ${machineInWords(manifest.machine)}, Node ${manifest.versions.node}`,
    table: tableOf,
    titledTable,
    quote,
    verdict,
    interaction,
    under,
    both,
    ticks,
    tickShare,
    rounds
  })

  /** @param {string} start of the heading */
  function find(start) {
    return sections.find(({ heading }) => heading.startsWith(start))
  }

  /** @param {string} start */
  function tableOf(start) {
    const { table } = find(start) ?? {}
    return table ? toMarkdown(table) : `(*${start}*: not in this run.)`
  }

  /** @param {string} start */
  function titledTable(start) {
    const { heading } = find(start) ?? {}
    return heading ? `${heading}:\n\n${tableOf(start)}` : tableOf(start)
  }

  /** @param {string} candidate @returns {string} its first sentence */
  function verdict(candidate) {
    const own = analysis.verdicts.find(each => each.candidate === candidate)
    return (own && verdictWords(own)[0]) ?? `(${candidate}: not in this run.)`
  }

  /** @param {string} candidate */
  function interaction(candidate) {
    return (
      find(`Totals: CPU per request, ${candidate} `)?.lines?.[0] ?? `(Interaction of ${candidate}: not in this run.)`
    )
  }

  /** @param {string} profiler */
  function under(profiler) {
    const { table } = find(PROFILED_LOADS) ?? {}
    const at = table?.rows.findIndex(([name]) => name === profiler) ?? -1
    if (!table || at < 0) return '(Not in this run.)'
    const next = table.rows.findIndex(([name], row) => row > at && name !== '' && name !== profiler)
    const rows = table.rows.slice(at, next < 0 ? undefined : next)
    return `${PROFILED_LOADS}, the rows of ${profiler}:\n\n${toMarkdown({ ...table, rows })}`
  }

  /** @type {(profiler: string, generator: string, label: string) => string} a metric under a profiler, and without one */
  function both(profiler, generator, label) {
    const { table } = find(`${generator}, `) ?? {}
    const row = table?.rows.find(([name]) => name?.trim() === label)
    return `under ${profiler}: ${profiled(profiler, generator, label)}. Unprofiled: ${withAndWithout(table, row)}`
  }

  /** @type {(profiler: string, generator: string, label: string) => string} */
  function profiled(profiler, generator, label) {
    const { table } = find(PROFILED_LOADS) ?? {}
    const first = table?.rows.findIndex(([own, load]) => own === profiler && load?.startsWith(`${generator}, `)) ?? -1
    // The names of a profiler and of its load are on the first row of the load only.
    const row = first < 0 ? undefined : table?.rows.slice(first).find(cells => cells[2] === label)
    return withAndWithout(table, row)
  }

  /** @type {(table: Table | undefined, row: string[] | undefined) => string} a metric with the log, without, and its change */
  function withAndWithout(table, row) {
    const [own, other] = [LOG, baseline].map(name => cell(table, row, name))
    const change = cell(table, row, `${LOG} (95% CI)`, 'change (95% CI)')
    return `${own} with, ${other} without; change: ${change}`
  }

  /** @type {(generator: string, label: string) => string} ticks per 1,000 requests with the log, without, and their change */
  function ticks(generator, label) {
    const name = 'per 1,000 requests'
    const [own, other] = [LOG, baseline].map(variant => tickCell(generator, label, `${variant}: ${name}`))
    const change = tickCell(generator, label, `${LOG}: change ${name} (95% CI)`)
    const values = `${name}: ${own} with, ${other} without`
    return change === ABSENT ? `${values}; one launch each, so no interval` : `${values}; change: ${change}`
  }

  /** @type {(generator: string, label: string) => string} */
  function tickShare(generator, label) {
    const [, share = ABSENT] = /\(([^,)]+)/.exec(tickCell(generator, label, `${baseline}: ticks, share, nonlib`)) ?? []
    return share
  }

  /** @type {(generator: string, label: string, column: string) => string} */
  function tickCell(generator, label, column) {
    const { table } = find(`V8 ticks (prof), ${generator}`) ?? {}
    return cell(
      table,
      table?.rows.find(([name]) => name === label),
      column
    )
  }

  /** @param {string} candidate */
  function rounds(candidate) {
    const own = analysis.verdicts.find(each => each.candidate === candidate)
    return own?.change ? formatCounted(own.change.pairs, 'round') : ABSENT
  }
}

/** @type {(table: Table | undefined, row: string[] | undefined, ...columns: string[]) => string} of the first column there is */
function cell(table, row, ...columns) {
  const at = columns.map(name => table?.header.indexOf(name) ?? -1).find(index => index >= 0)
  return (at === undefined ? undefined : row?.[at]) || ABSENT
}

/** @param {string} text */
function quote(text) {
  return `> ${escapeText(text)}`
}

/** @param {Pick<Table, 'header' | 'rows' | 'textColumns'>} table */
function toMarkdown({ header, rows, textColumns }) {
  const divider = header.map((_, column) => (column < textColumns ? '---' : '--:'))
  return [header, divider, ...rows].map(cells => `| ${cells.map(escapeText).join(' | ')} |`).join('\n')
}

/** @param {string} text */
function escapeText(text) {
  return text.trim().replace(/[\\`*_|<>]/g, character => `\\${character}`)
}
