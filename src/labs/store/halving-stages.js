/**
 * Returns the stages of a search: how many candidates each has and how many rounds it measures them in.
 * @param {number} candidates
 * @param {number} rounds of the first stage
 * @param {number} [finalists] candidates of the last stage, at the least
 * @returns {{ candidates: number, rounds: number }[]}
 */
export function halvingStages(candidates, rounds, finalists = 2) {
  if (candidates <= finalists) return [{ candidates, rounds }]
  const next = Math.max(finalists, Math.ceil(candidates / 2))
  return [{ candidates, rounds }, ...halvingStages(next, rounds * 2, finalists)]
}
