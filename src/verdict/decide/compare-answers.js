import { median } from '../../stats/means.js'

/** @import { Answer, Answers } from '../../runs/types.js' */
/** @import { AnswerProblem, ResponseSummary } from '../types.js' */

/**
 * Returns what forbids to compare variants by their responses: work of another kind.
 * @param {Answers[]} all the baseline's first
 * @param {string} request such as `GET /info`
 * @returns {AnswerProblem | null} the first one found
 */
export function answerProblem(all, request) {
  const [baseline, ...candidates] = all
  if (!baseline) return null
  for (const candidate of candidates) {
    const [baselineType, candidateType] = [typesOf(baseline), typesOf(candidate)]
    if (baselineType === candidateType) continue
    const details = { request, baseline: baseline.variant, baselineType, candidate: candidate.variant, candidateType }
    return { code: 'ERR_NOT_COMPARABLE', details }
  }
  return null
}

/** @param {Answers} of */
function typesOf({ answers }) {
  return [...new Set(answers.map(({ contentType }) => contentType || 'none'))].toSorted().join(' and ')
}

/** Returns what the responses of each variant are. @param {Answers[]} all */
export function summariseResponses(all) {
  return all.map(function summarise({ variant, request, wantedPort, otherPorts = [], answers }) {
    const sizes = answers.map(({ bytes }) => bytes)
    return {
      variant,
      ...(request !== undefined && { request }),
      /** The fixed port of the server, which was replaced by a free one; 0 for none. */
      wantedPort,
      /** Other ports that it listened on; 0 for any. */
      otherPorts,
      statuses: [...new Set(answers.map(({ statusCode }) => statusCode))],
      contentTypes: [...new Set(answers.map(({ contentType }) => contentType))],
      /** null where the responses differ in it. */
      contentEncoding: encodingOf(answers),
      /** Of the body, as it was received. */
      bytes: { least: Math.min(...sizes), median: median(sizes) ?? 0, most: Math.max(...sizes) }
    }
  })
}

/** Returns the content-encoding of all responses, or null where they differ. @param {Answer[]} answers */
export function encodingOf(answers) {
  const [first, ...others] = new Set(answers.map(({ contentEncoding }) => contentEncoding))
  return first !== undefined && others.length === 0 ? first : null
}

/**
 * Returns the candidates whose responses have other sizes than the baseline's: no size of the one is within those of the other.
 * @param {ResponseSummary[]} summaries the baseline's first
 * @returns the medians, of one request after the other
 */
export function sizeDifferences(summaries) {
  const requests = [...new Set(summaries.map(({ request }) => request))]
  return requests.flatMap(name => differencesIn(summaries.filter(({ request }) => request === name)))
}

/** @param {ResponseSummary[]} summaries of one request */
function differencesIn([baseline, ...candidates]) {
  if (!baseline) return []
  return candidates
    .filter(({ bytes }) => bytes.least > baseline.bytes.most || bytes.most < baseline.bytes.least)
    .map(({ variant, request, bytes }) => ({
      ...(request !== undefined && { request }),
      baseline: baseline.variant,
      candidate: variant,
      baselineBytes: baseline.bytes.median,
      candidateBytes: bytes.median
    }))
}
