import {
  formatChange,
  formatChangePoint,
  formatCounted,
  formatInterval,
  formatMoment
} from '../../report/words/format.js'
import { shorten } from '../../report/words/shorten.js'
import { isTooWide } from '../../report/words/too-few-samples.js'
import { decidedInWords, statusWords } from '../../report/words/words.js'
import { runLayout } from '../../runs/run-layout.js'
import { moreIs } from '../../verdict/decide/classify-change.js'
import { toneOfChange, toneOfVerdict } from './tones.js'

/** @import { RunAnswer } from '../../report/types.js' */

const COMMIT_DIGITS = 10
const LONGEST_NAME = 60

/** Returns one answer as a row of the run index. @param {RunAnswer} answer */
export function indexRow(answer) {
  const { change, metric, startedAt, machine, versions, gitCommit, hasPage, folder } = answer
  return {
    verdict: answer.verdict,
    tone: toneOfVerdict(answer),
    compared: `${shorten(answer.candidate, LONGEST_NAME)} compared with ${shorten(answer.baseline, LONGEST_NAME)}`,
    status: statusOf(answer),
    change: change && {
      ...change,
      tone: toneOfChange(change, metric),
      size: isTooWide(change) ? formatChange(change) : formatChangePoint(change),
      interval: isTooWide(change) ? null : formatInterval(change),
      moreIs: moreIs(metric)
    },
    what: change ? decidedInWords(answer) : (answer.reason ?? 'not measured'),
    when: formatMoment(startedAt),
    startedAt,
    href: pageHref({ folder, hasPage }),
    length: lengthInWords(answer),
    node: `Node ${versions.node ?? 'unknown'}`,
    machine: `${machine.cores} cores, ${machine.cpuModel}`,
    commit: gitCommit?.slice(0, COMMIT_DIGITS) ?? 'unknown',
    blamed: largestBlame(answer),
    noBlame: answer.profilers.length === 0 ? 'not profiled' : 'no function'
  }
}

/** @param {RunAnswer} answer */
function statusOf({ status, problem }) {
  if (status === 'complete') return ''
  return [`The run ${statusWords[status]}.`, problem].filter(Boolean).join(' ')
}

/** @param {RunAnswer} answer */
function lengthInWords({ rounds, isLab, isQuick, profilers }) {
  const words = [formatCounted(rounds, isLab ? 'repeat' : 'round'), isQuick ? 'short' : '', ...profilers]
  return words.filter(Boolean).join(', ')
}

/** @param {RunAnswer} answer */
function largestBlame({ blamed }) {
  const first = blamed.find(({ isHeadline }) => isHeadline) ?? blamed.find(({ unit }) => unit === 'bytes')
  if (!first) return null
  const { name, words, evidence } = first
  return { name: shorten(name, LONGEST_NAME), difference: words, evidence }
}

/** Returns the link from the index to the report of a run; null without one. @param {{ folder: string, hasPage: boolean }} run */
export function pageHref({ folder, hasPage }) {
  return hasPage ? `${encodeURIComponent(folder)}/${runLayout('').page}` : null
}
