/**
 * @import { Analysis } from '../../types.js'
 * @import { GateReason } from '../types.js'
 */

/**
 * Returns the gates that fired: a run with one ends with exit code 1.
 * @param {Pick<Analysis, 'gates'>} analysis
 */
export function firedGates({ gates = [] }) {
  return gates.filter(({ outcome }) => outcome === 'fired')
}

/**
 * Returns the gates that could decide nothing whatever the server does: what they are on was played and has no value, not of one round
 * or only of slices that are discarded. A run with one ends with exit code 3.
 * @param {Pick<Analysis, 'gates'>} analysis
 */
export function unmeasuredGates({ gates = [] }) {
  return gates.filter(({ reason }) => reason !== null && isUnmeasured(reason))
}

/** @param {GateReason} reason */
function isUnmeasured(reason) {
  switch (reason.code) {
    case 'not-measured':
    case 'zero-baseline':
    case 'too-many-discarded':
      return true
    case 'too-few-rounds':
      return reason.rounds === 0
    default:
      return false
  }
}
