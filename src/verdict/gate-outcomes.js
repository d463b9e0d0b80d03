/**
 * @import { Analysis } from '../types.js'
 * @import { Gate } from './types.js'
 */

/**
 * Returns the gates that fired: a run with one ends with exit code 1.
 * @param {Pick<Analysis, 'gates'>} analysis
 */
export function firedGates({ gates = [] }) {
  return gates.filter(({ outcome }) => outcome === 'fired')
}

/**
 * Returns the gates that could decide nothing whatever the server does: what they are on was played and has no value. A run with one
 * ends with exit code 3.
 * @param {Pick<Analysis, 'gates'>} analysis
 */
export function unmeasuredGates({ gates = [] }) {
  return gates.filter(isUnmeasured)
}

/** @param {Gate} gate */
function isUnmeasured({ reason }) {
  return reason?.code === 'not-measured' || reason?.code === 'zero-baseline'
}
