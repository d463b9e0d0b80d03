/**
 * Returns whether a user can look at a page here: not in CI and not in a shell over the network.
 * @param {object} [where]
 * @param {boolean} [where.isTerminal] whether output goes to a terminal
 * @param {NodeJS.ProcessEnv} [where.env] @param {NodeJS.Platform} [where.platform]
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
 * Opens a file in the user's default browser and does not wait for it. Does nothing where there is no browser.
 * @param {string} file
 */
export async function openPage(file) {
  try {
    const { default: open } = await import('open')
    const child = await open(file)
    child.on('error', () => {})
  } catch {
    // The caller prints the path of the page.
  }
}
