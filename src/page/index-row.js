import { formatChangePoint, formatCostDifference, formatInterval } from '../report/format.js'
import { momentInWords } from '../report/moment.js'
import { shorten } from '../report/shorten.js'
import { statusWords } from '../report/words.js'
import { runLayout } from '../runs/run-layout.js'
import { moreIs } from '../verdict/classify-change.js'
import { toneOfChange, toneOfVerdict } from './tones.js'

/** @import { RunAnswer } from '../report/types.js' */

const TOLD_COMMIT = 10
/** Characters of a name, of which a row shows no more. */
const LONGEST_NAME = 60

/**
 * One answer as a row of the page of all runs.
 * @param {RunAnswer} answer
 */
export function indexRow(answer) {
  const { change, metric, startedAt, machine, versions, gitCommit, hasPage, folder } = answer
  return {
    verdict: answer.verdict,
    tone: toneOfVerdict(answer),
    compared: `${shorten(answer.candidate, LONGEST_NAME)} against ${shorten(answer.baseline, LONGEST_NAME)}`,
    ending: endingOf(answer),
    effect: change && {
      ...change,
      tone: toneOfChange(change, metric),
      size: formatChangePoint(change),
      interval: formatInterval(change),
      moreIs: moreIs(metric)
    },
    what: change ? answer.what : (answer.reason ?? 'not measured'),
    when: momentInWords(startedAt),
    startedAt,
    href: hasPage ? `${encodeURIComponent(folder)}/${runLayout('').page}` : null,
    lengthInWords: lengthInWords(answer),
    node: `Node ${versions.node ?? 'unknown'}`,
    machine: `${machine.cores} cores, ${machine.cpuModel}`,
    commit: gitCommit?.slice(0, TOLD_COMMIT) ?? 'unknown',
    culprit: culpritOf(answer),
    noCulprit: answer.profilers.length === 0 ? 'not profiled' : 'nobody'
  }
}

/** @param {RunAnswer} answer */
function endingOf({ status, problem }) {
  if (status === 'complete') return ''
  return [`The run ${statusWords[status]}.`, problem].filter(Boolean).join(' ')
}

/** @param {RunAnswer} answer */
function lengthInWords({ rounds, isQuick, profilers }) {
  const words = [rounds === 1 ? '1 round' : `${rounds} rounds`, isQuick ? 'quick' : '', ...profilers]
  return words.filter(Boolean).join(', ')
}

/** @param {RunAnswer} answer */
function culpritOf({ blamed }) {
  const first = blamed.find(({ unit }) => unit === 'micros') ?? blamed[0]
  if (!first) return null
  const { name, unit, evidence } = first
  return { name: shorten(name, LONGEST_NAME), difference: formatCostDifference(first, unit), evidence }
}
