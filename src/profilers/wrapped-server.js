import path from 'node:path'
import { fileURLToPath } from 'node:url'

const preloadPath = fileURLToPath(new URL('./wrapped-server-preload.cjs', import.meta.url))

/**
 * Returns the server's command for a tool that starts it from another working folder; the server still runs in its own.
 * @param {object} server @param {string[]} server.command
 * @param {string} server.cwd where the server is to run
 * @param {string[]} [server.nodeOptions] more options of node
 * @param {string} [server.stdout] the file to write to, when the tool replaces it by a pipe
 * @returns {{ command: string[], env: Record<string, string> }}
 */
export function wrappedServer({ command, cwd, nodeOptions = [], stdout }) {
  const [node = '', ...rest] = command
  const words = rest.map(word => (/\.[cm]?js$/.test(word) ? path.resolve(cwd, word) : word))
  return {
    command: [node, ...nodeOptions, '-r', preloadPath, ...words],
    env: { WORKSHOP_CWD: cwd, ...(stdout && { WORKSHOP_STDOUT: stdout }) }
  }
}
