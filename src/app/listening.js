import net from 'node:net'
import { describeToggles } from './toggles.js'

/** @import { Settings } from './settings.js' */

/** @type {{ [code: string]: string }} */
const reasons = {
  EADDRINUSE: 'another process uses this port. Stop it, or choose another with --port (0 takes any free one)',
  EACCES: 'this port needs more rights. Choose one above 1023 with --port',
  EADDRNOTAVAIL: 'this machine has no such address. Choose another with --host, such as 127.0.0.1',
  ENOTFOUND: 'this host name is not known. Choose another with --host, such as 127.0.0.1'
}

/**
 * Prints the line that says that the server is ready, where it listens, and its settings.
 *
 * @param {{ address: string, port: number }} listening
 * @param {Settings} settings
 * @param {string} processes such as `fork`
 */
export function announce({ address, port }, settings, processes) {
  const host = net.isIPv6(address) ? `[${address}]` : address
  const how = `${describeToggles(settings.toggles)}, ${processes}, pid ${process.pid}`
  console.log(`Listening on http://${host}:${port}/info (${how})`)
}

/**
 * Returns the message of a failure to listen: what happened, where, and what to try.
 *
 * @param {NodeJS.ErrnoException} error
 * @param {Pick<Settings, 'host' | 'port'>} settings
 */
export function explainListenError({ code = '', message }, { host, port }) {
  return `Cannot listen on ${host}, port ${port}: ${reasons[code] ?? message} (${code}).`
}
