import { WorkshopError } from '../../errors/errors.js'
import { responseReasons } from '../../verdict/slices/discard-reasons.js'

/** @import { Experiment } from '../../experiments/types.js' */
/** @import { LoadResult } from '../../load/types.js' */
/** @import { Launch } from '../launch/launch.js' */

/** @typedef {Pick<LoadResult, 'completed' | 'errors' | 'timeouts' | 'non2xx' | 'contentEncodings'>} Responses */

/**
 * Returns the error of a launch whose responses cannot be measured. It also has how those that were loaded at the same time responded:
 * a failure of one variant must not hide that of another one.
 * @param {Experiment} experiment @param {{ launch: Launch, responses: Responses }[]} loaded
 * @param {{ place: number, request?: string, path: string }} failed `place` among those; `request`: one of several, and its path
 */
export function notMeasurable(experiment, loaded, { place, request, path }) {
  const statuses = loaded.map(({ launch: { planned, origin, command }, responses }) => ({
    variant: planned.variant,
    reasons: responseReasons({ ...responses, variant: planned.variant }, experiment),
    url: origin + path,
    command
  }))
  const [own] = /** @type {[typeof statuses[0]]} */ (statuses.splice(place, 1))
  return new WorkshopError('ERR_NOT_MEASURABLE', {
    ...own,
    ...(request !== undefined && { request }),
    ...(statuses.length > 0 && { others: statuses.map(({ variant, reasons }) => ({ variant, reasons })) })
  })
}
