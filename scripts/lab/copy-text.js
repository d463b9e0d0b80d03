import { readFileSync } from 'node:fs'
import path from 'node:path'
import ejs from 'ejs'
import { copyChapters } from '../../src/report/copy-sections.js'
import { outcomeWithEvidence } from '../../src/report/copy-words.js'
import { bodyText } from '../../src/report/markdown.js'
import { machineInWords } from '../../src/report/words.js'
import { analyseCopies } from '../../src/verdict/copy/analyse-copies.js'

/**
 * @import { Section } from '../../src/report/sections.js'
 * @import { SavedLabs } from '../../src/runs/read-run.js'
 * @import { Conclusion } from '../../src/verdict/types.js'
 */

const template = path.join(import.meta.dirname, 'copy.md.ejs')

/**
 * Returns the text of docs/labs/copy.md. Every figure of ours is a cell or a sentence of the report of a run.
 * @param {SavedLabs['copy']} saved
 * @returns {string}
 */
export function copyLabText(saved) {
  const { reproduce, machine, versions, plan } = saved.manifest
  const analysis = analyseCopies(saved)
  const chapters = copyChapters(analysis)
  return ejs.render(readFileSync(template, 'utf8'), {
    facts: `\`${reproduce}\` on ${machineInWords(machine)}, Node ${versions.node}`,
    plan,
    answer: [...(chapters.answer.lines ?? []), ...(chapters.conclusions.lines ?? [])]
      .map(line => `- ${bodyText({ heading: '', lines: [line] })}`)
      .join('\n'),
    conclusion,
    conditions: bodyText(chapters.conditions),
    table: (/** @type {keyof typeof chapters} */ name) => bodyText(withoutNotes(chapters[name]))
  })

  /** Returns whether a conclusion of the paper holds, as a cell. @param {Conclusion['code']} code */
  function conclusion(code) {
    const found = analysis.lab.conclusions.find(each => each.code === code)
    return found ? outcomeWithEvidence(found) : 'This run has no figures for it.'
  }
}

/** @param {Section} section @returns {Section} */
function withoutNotes({ notes: _, details: __, ...section }) {
  return section
}
