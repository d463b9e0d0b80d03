import { profileTargets } from '../../../test/helpers/profile-fuzz.js'
import { agentMessages, commandLine, configuration } from './input.js'
import { runFolder } from './run-folder.js'

/** @import { Arbitrary } from 'fast-check' */

/**
 * @template [Input=any]
 * @typedef {object} FuzzTarget what reads files or input of others
 * @property {Arbitrary<Input>} arbitrary generates the input of a case, which is printed where it fails: keep it small
 * @property {(input: Input) => Promise<void> | void} check throws where a promise is broken; it removes what it made
 * @property {() => Promise<void> | void} [close] is called after the last case of a batch
 */

/**
 * The targets of scripts/proofs/fuzz.js, by name. Cases run in a thread with a bound of memory, and a case that takes too long ends it: a
 * check needs no guard against endless loops.
 * @type {Record<string, FuzzTarget>}
 */
export const fuzzTargets = {
  'run-folder': runFolder,
  ...Object.fromEntries(profileTargets.map(({ name, ...target }) => [name, target])),
  'command-line': commandLine,
  configuration,
  'agent-messages': agentMessages
}
