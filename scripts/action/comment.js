import { codeSpan, escapeParagraph } from '../../src/report/print/markdown-text.js'
import { formatCount, formatCounted } from '../../src/report/words/format.js'

/** Of a comment, by GitHub's API. */
const MOST_CHARACTERS = 65_536
/** Room for the mark and the line that says what is left out. */
const RESERVE = 1_000

/**
 * Returns a report as a comment on a pull request. Where it is longer than a comment may be, the last sections are left out.
 * @param {string[]} sections as of `markdownSections`
 * @param {string} reportUrl empty where the page is not uploaded
 * @returns {string}
 */
export function toComment(sections, reportUrl) {
  let length = RESERVE
  const kept = sections.filter(section => {
    length += section.length + 2
    return length <= MOST_CHARACTERS
  })
  const missing = sections.length - kept.length
  const notes = [
    missing > 0 &&
      `${formatCounted(missing, 'section')} more ${missing === 1 ? 'is' : 'are'} in the report: a comment has at most ${formatCount(MOST_CHARACTERS)} characters.`,
    reportUrl && `[The report](${reportUrl}) has the charts, the flame graphs and every figure.`
  ]
  return [...kept, ...notes].filter(Boolean).join('\n\n')
}

/**
 * Returns what a pull request has in place of a report where its revision has no figures, so that those of an earlier one are not
 * read as its own.
 * @param {object} run
 * @param {string} run.revision
 * @param {string} run.reason what happened, and what to try; empty where that is not known
 * @param {string} run.logUrl of the job
 * @returns {string}
 */
export function toUnmeasuredComment({ revision, reason, logUrl }) {
  const known = reason.trim() || 'The job failed or was cancelled before it had a result. Run it again.'
  const lines = known.split(/\s*\n\s*/).map(escapeParagraph)
  return [`# ${codeSpan(revision)} was not measured`, ...lines, `[The log](${logUrl}) has all that was printed.`].join(
    '\n\n'
  )
}
