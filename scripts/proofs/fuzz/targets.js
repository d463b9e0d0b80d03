import { profileTargets } from '../../../test/helpers/profile-fuzz.js'
import { changedBytes } from './changed-bytes.js'
import { configuration } from './configuration.js'
import { agentMessages, commandLine } from './input.js'
import { interruptedFolder } from './interrupted-folder.js'
import { baselines, calibrations } from './kept-files.js'
import { artilleryFiles, harFiles, requestLists } from './requests-files.js'
import { responsePieces, responses } from './responses.js'
import { runFolder } from './run-folder.js'
import { savedAnalyses } from './saved-analyses.js'
import { sourceMaps } from './source-maps.js'

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
  'changed-bytes': changedBytes,
  ...Object.fromEntries(profileTargets.map(({ name, ...target }) => [name, target])),
  'command-line': commandLine,
  configuration,
  'agent-messages': agentMessages,
  'interrupted-folder': interruptedFolder,
  'saved-analyses': savedAnalyses,
  baselines,
  calibrations,
  'har-files': harFiles,
  'artillery-files': artilleryFiles,
  'request-lists': requestLists,
  'source-maps': sourceMaps,
  'response-pieces': responsePieces,
  responses
}
