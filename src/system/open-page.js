/**
 * Whether there is somebody at a display who could look at a page: neither a CI nor a shell over the network is that.
 * @param {object} [where]
 * @param {boolean} [where.isTerminal] whether output is read in one
 * @param {NodeJS.ProcessEnv} [where.env]
 * @param {NodeJS.Platform} [where.platform]
 */
export function hasDisplay({
  isTerminal = process.stdout.isTTY === true,
  env = process.env,
  platform = process.platform
} = {}) {
  if (!isTerminal || env.CI) return false
  if (env.DISPLAY || env.WAYLAND_DISPLAY) return true
  const isOwnDesktop = platform === 'darwin' || platform === 'win32'
  return isOwnDesktop && !env.SSH_CONNECTION && !env.SSH_TTY
}

/**
 * Opens a file in the browser of the user's choice, and does not wait for it; where there is none nothing happens.
 * @param {string} file
 */
export async function openPage(file) {
  try {
    const { default: open } = await import('open')
    const child = await open(file)
    child.on('error', () => {})
  } catch {
    // Who asked has told where the page is.
  }
}
