import net from 'node:net'
import { describeToggles } from './toggles.js'

/** @import { Settings } from './settings.js' */

/** @type {{ [code: string]: (names: { port: string, host: string }) => string }} */
const reasons = {
  EADDRINUSE: ({ port }) =>
    `another process uses this port. Stop it, or choose another with ${port} (0 takes any free one)`,
  EACCES: ({ port }) => `this port needs more rights. Choose one above 1023 with ${port}`,
  EADDRNOTAVAIL: ({ host }) => `this machine has no such address. Choose another with ${host}, such as 127.0.0.1`,
  ENOTFOUND: ({ host }) => `this host name is not known. Choose another with ${host}, such as 127.0.0.1`
}

/** The settings of a server that takes no options. */
export const VARIABLES = { port: 'PORT', host: 'HOST' }
const OPTIONS = { port: '--port', host: '--host' }

/**
 * Prints the line that says that the server is ready, where it listens, and its settings.
 *
 * @param {{ address: string, port: number }} listening @param {Settings} settings
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
 * @param {NodeJS.ErrnoException} error @param {Pick<Settings, 'host' | 'port'>} settings
 * @param {{ port: string, host: string }} [names] what the settings are called
 */
export function explainListenError({ code = '', message }, { host, port }, names = OPTIONS) {
  return `Cannot listen on ${host}, port ${port}: ${reasons[code]?.(names) ?? message} (${code}).`
}
