import { PACKAGE_NAME, workshopVersion } from '../system/files/workshop-root.js'

/** @import { RunManifest } from './types.js' */

/**
 * Returns a run.json of schema 6 or 7 in the present schema, and any other content as it is: schema 7 differs in call-trees.json alone,
 * which has columns, and schema 8 in checksums. The first labs had one part, their table.
 * @param {any} content @returns {RunManifest}
 */
export function upgradeManifest(content) {
  if ([6, 7].includes(content?.schemaVersion)) return upgradeManifest({ ...content, schemaVersion: 8 })
  return content?.lab && content.plan ? { ...content, plan: { part: 'table', ...content.plan } } : content
}

/**
 * Returns why a file of another schema version is not read, and which version of the package reads a later one.
 * @param {any} content an object
 * @param {number} version the present one
 * @param {string} [remedy] of an older file
 * @returns {string | null} null of the present version
 */
export function otherVersion({ schemaVersion: found, versions }, version, remedy = '') {
  if (found === version) return null
  // Of any file: to print or to compare an object can throw.
  if (typeof found === 'object') return `its schema version is no number, and this version reads ${version}`
  const words = found === undefined ? 'no schema version' : `schema version ${JSON.stringify(found)}`.slice(0, 60)
  const advice = found > version ? `; ${writerOf(versions)} reads it` : found === undefined ? '' : remedy
  return `it has ${words}, and this version reads ${version}${advice}`
}

/** Returns the version that wrote a file of a later schema. @param {Record<string, unknown>} [versions] */
function writerOf(versions) {
  const own = versions?.[PACKAGE_NAME]
  const isVersion = typeof own === 'string' && /^[\w.+-]{1,40}$/.test(own)
  return isVersion ? `${PACKAGE_NAME} ${own}` : `a version of ${PACKAGE_NAME} later than ${workshopVersion()}`
}
