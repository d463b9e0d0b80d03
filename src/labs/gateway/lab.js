import { gatewayOverheads } from './experiment.js'
import { estimateGatewaysMs, plannedGateways } from './measure/plan.js'
import { gateway } from './question.js'
import { gatewayCellInWords, gatewayCellsInWords } from './report/words.js'

/** @import { Lab } from '../skeleton/types.js' */
/** @import { GatewayTypes } from './types.js' */

/** @type {Lab<GatewayTypes>} */
export const gatewayLab = {
  question: gateway,
  needsPackages: true,
  help: {
    about:
      'plays 200, 400 and 480 requests/s on a server that waits for two calls of 100 ms, with pools of several sizes and other clients, and checks the goals of the paper: about three minutes',
    parts: {
      grid: 'seventeen configurations, in about eight minutes',
      first: 'single requests to new servers',
      step: 'a step from 250 to 500 requests/s',
      overheads: 'what TLS, JSON, a log and another client cost',
      users: 'virtual users of artillery, with and without a limit, compared with requests at the same rates',
      peak: 'a peak of 50% above the goal, and half a core at 50, 100 and 120 requests/s: a minute and a half',
      waits: 'at which lines requests wait, compared with the limits from counters: a minute'
    },
    profiles: 'what TLS, JSON, a log and fetch cost per request, and in which functions: about six minutes',
    full: 'the stages at their full length',
    quick: 'about one minute'
  },
  profiled: { experiment: gatewayOverheads, about: 'a gateway with TLS, JSON, a log, or fetch', profilers: 'prof,cdp' },
  types: { manifest: 'GatewayManifest', analysis: 'GatewayLabAnalysis' },
  records: {
    cells: { file: 'cells.jsonl', type: 'GatewayRecord' },
    firsts: { file: 'first-requests.jsonl', type: 'FirstRequestRecord' },
    checks: { file: 'upstream-checks.jsonl', type: 'UpstreamCheck' }
  },
  plannedCells: plannedGateways,
  estimateMs: estimateGatewaysMs,
  nouns: ['cell', 'cells'],
  cellInWords: gatewayCellInWords,
  stages: { upstream: 'checking what the upstream adds to its times' },
  inLists: {
    cells: ({ lab, plan }) => gatewayCellsInWords(lab, plan),
    workload: ({ lab, plan: { part, length } }) => [part, length, lab.stages],
    instead: 'it has goals instead, see its report'
  },
  work: () => import('./work.js')
}
