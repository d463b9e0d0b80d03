import { codeSpan, escapeParagraph } from '../../src/report/print/markdown-text.js'

/**
 * Returns a run as a comment on a pull request.
 * @param {string} text as of `pullRequestText`
 * @param {string} reportUrl empty where the page is not uploaded
 * @returns {string}
 */
export function toComment(text, reportUrl) {
  return reportUrl
    ? `${text}\n\n[Open the report](${reportUrl}): the flame graph of the difference, and every figure.`
    : text
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
