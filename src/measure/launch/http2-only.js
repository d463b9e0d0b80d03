import { once } from 'node:events'
import { connect } from 'node:http2'
import { WorkshopError } from '../../errors/errors.js'
import { commandText } from '../../errors/secrets.js'
import { withDeadline } from '../../system/deadline.js'

/** @import { Variant } from '../../experiments/types.js' */

const SETTINGS_LIMIT_MS = 2000

/**
 * Returns whether a server speaks HTTP/2: each side of such a connection begins with its settings. Asked of a server that gives no
 * response over HTTP/1.1, since one that speaks HTTP/1.1 may log the question as an error.
 * @param {string} origin @param {AbortSignal} signal
 * @returns {Promise<boolean>} rejects with the signal's reason only
 */
export async function speaksHttp2(origin, signal) {
  const session = connect(origin, { rejectUnauthorized: false })
  // Errors after the answer are of no interest.
  session.on('error', () => {})
  try {
    const late = () => new Error('no settings')
    await withDeadline(once(session, 'remoteSettings'), { limitMs: SETTINGS_LIMIT_MS, signal, late })
    return true
  } catch {
    signal.throwIfAborted()
    return false
  } finally {
    session.destroy()
  }
}

/** Returns the error of a server that speaks HTTP/2 only. @param {Variant} variant */
export function http2OnlyError(variant) {
  return new WorkshopError('ERR_HTTP2_ONLY', { variant: variant.name, command: commandText(variant) })
}
