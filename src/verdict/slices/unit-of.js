/**
 * Returns what a slice or a launch is one sample of, where variants are compared: its round or, in a run of several machines, its machine.
 * Launches of one machine are more alike than machines are: pooled, the launches of four machines gave a 95% interval with a coverage
 * of 83%, and machines one of 95% (docs/verdicts.md).
 * @param {{ machine?: number, round: number }} measured
 */
export function unitOf({ machine, round }) {
  return machine ?? round
}
