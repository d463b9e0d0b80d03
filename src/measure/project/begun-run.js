import { shownWord, withoutSecrets } from '../../errors/secrets.js'
import { SCHEMA_VERSION } from '../../runs/read-manifest.js'
import { processPlace, processStart } from '../../system/process-place.js'

/** @import { Experiment, Request, Variant } from '../../experiments/types.js' */

/** Returns what run.json of every run has when it begins, of an experiment or of a lab. */
export function begunRun() {
  return {
    schemaVersion: SCHEMA_VERSION,
    status: /** @type {const} */ ('running'),
    startedAt: new Date().toISOString(),
    pid: process.pid,
    pidStart: processStart(process.pid),
    pidPlace: processPlace(),
    endedAt: null,
    problem: null
  }
}

/**
 * Returns an experiment without secret values of headers, variables and options, and without bodies, which can contain passwords.
 * @param {Experiment} experiment @returns {Experiment}
 */
export function savedExperiment({ request, requests, variants, ...others }) {
  return {
    ...others,
    variants: /** @type {Experiment['variants']} */ (variants.map(savedVariant)),
    request: savedRequest(request),
    ...(requests && { requests: requests.map(savedRequest) })
  }
}

/** @param {Variant} variant @returns {Variant} */
function savedVariant(variant) {
  return { ...variant, command: variant.command.map(shownWord), env: withoutSecrets(variant.env) }
}

/** @template {Request} T @param {T} request */
function savedRequest({ body, ...request }) {
  const headers = withoutSecrets(request.headers)
  return { ...request, headers, ...(body !== undefined && { bodyBytes: Buffer.byteLength(body) }) }
}
