import path from 'node:path'
import { fileURLToPath } from 'node:url'

const preloadPath = fileURLToPath(new URL('./wrapped-server-preload.cjs', import.meta.url))

/**
 * The server's command for a tool that starts it from another working folder: it runs in its own all the same.
 * @param {object} server
 * @param {string[]} server.command
 * @param {string} server.cwd where the server is to run
 * @param {string[]} [server.nodeOptions] what node is given beside
 * @param {string} [server.stdout] the file to write to, when the tool puts a pipe in its place
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
