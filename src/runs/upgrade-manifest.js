/** @import { RunManifest } from './types.js' */

/**
 * Returns a run.json of schema 4 in the present schema, and any other content as it is. What was measured is the same:
 * schema 5 renames the kinds of slices in the design.
 * @param {any} content
 * @returns {RunManifest}
 */
export function upgradeManifest(content) {
  if (content?.schemaVersion !== 4) return content
  const { togetherMs, slices, ...design } = content.design
  return {
    ...content,
    schemaVersion: 5,
    design: {
      ...design,
      sharedCoreMs: togetherMs,
      slices: { sharedCore: slices.together, separate: slices.bare, profiled: slices.profiled }
    }
  }
}
