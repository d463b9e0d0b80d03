import { createHash } from 'node:crypto'

/** Returns the source of a Content-Security-Policy that allows one inline script or style. @param {string} text */
export function policyHash(text) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
