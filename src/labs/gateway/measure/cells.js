import path from 'node:path'
import { workshopRoot } from '../../../system/files/workshop-root.js'
import { cellProgress } from '../../skeleton/cell-progress.js'
import { playFirstRequests, playGateway } from './launch.js'
import { estimateGatewaysMs, gatewayVariant, plannedGateways } from './plan.js'
import { checkUpstream, withUpstream } from './upstream.js'

/**
 * @import { GatewayLab, GatewayManifest, GatewayTypes, GatewayVariant } from '../types.js'
 * @import { LabPlan } from '../../../runs/types.js'
 * @import { PlannedGateway } from './plan.js'
 * @import { GatewayPlace } from './upstream.js'
 * @import { LabOrigin, LabSession } from '../../skeleton/types.js'
 */

/** Where the certificate stays from run to run. */
const CERTIFICATE = path.join(workshopRoot, 'node_modules', '.cache', 'profiling-workshop', 'gateway-certificate')

/**
 * Returns run.json of a gateway lab as it begins.
 * @param {LabOrigin<GatewayTypes>} origin
 * @returns {GatewayManifest}
 */
export function gatewayManifest(origin) {
  return origin
}

/**
 * Measures a gateway lab: every variant in launches of its own, each with an upstream of its own, after the upstream was checked.
 * @param {LabSession<GatewayTypes>} session
 */
export async function measureGatewayLab(session) {
  const { run, manifest, signal, notify } = session
  const { lab, plan } = manifest
  const place = { certificate: CERTIFICATE, logPath: run.cellsLog, signal }
  notify({ type: 'stage', stage: 'upstream' })
  await checkUpstreams(session, place)
  const cells = plannedGateways(lab, plan)
  const notifyAfter = cellProgress({ cells, estimateMs: some => estimateGatewaysMs(lab, some), notify })
  notifyAfter(0)
  for (const [index, cell] of cells.entries()) {
    signal.throwIfAborted()
    await measureCell(session, cell, place)
    notifyAfter(index + 1)
  }
}

/** @param {LabSession<GatewayTypes>} session @param {PlannedGateway} cell @param {GatewayPlace} place */
async function measureCell({ run, manifest: { lab, plan } }, { variant: name, repeat, stages }, place) {
  const variant = gatewayVariant(lab, name)
  // Of all variants of a repeat the same, so that chance does not make them differ.
  const seed = plan.seed + repeat
  await withUpstream(lab, { ...variant, seed }, place, async upstream => {
    if (stages)
      run.append('cells', { variant: name, repeat, stages, ...(await playGateway(variant, upstream, stages, place)) })
    else run.append('firsts', { variant: name, repeat, ...(await playFirstRequests(variant, upstream)) })
  })
}

/**
 * Checks what the upstream adds, over TLS or plain as the variants need it.
 * @param {LabSession<GatewayTypes>} session
 * @param {GatewayPlace} place
 */
async function checkUpstreams({ run, manifest: { lab, plan } }, place) {
  const { ratePerSecond, durationMs } = lab.upstreamLimit
  for (const isTls of new Set(variantsOf(lab, plan).map(variant => variant.isTls))) {
    await withUpstream(lab, { isTls, upstreamEnv: {}, seed: plan.seed }, place, async ({ origin, signal }) => {
      const load = { ratePerSecond, durationMs: durationMs[plan.length], logPath: place.logPath, signal }
      run.append('checks', { isTls, ...(await checkUpstream(origin, load)) })
    })
  }
}

/** @param {GatewayLab} lab @param {LabPlan} plan @returns {GatewayVariant[]} */
function variantsOf(lab, plan) {
  return [...new Set(plannedGateways(lab, plan).map(({ variant }) => variant))].map(name => gatewayVariant(lab, name))
}
