import { homedir } from 'node:os'
import path from 'node:path'

/**
 * @typedef {object} ManagedFolder
 * @property {string} root has a folder per version of Node.js
 * @property {string} inside the place of the binary in such a folder
 */

/** Archives of Node.js for Windows have the binary at the top. */
const BIN = process.platform === 'win32' ? '' : 'bin'

/**
 * Returns where version managers keep their versions, each with its defaults for this platform:
 *
 * - nvm: `$NVM_DIR`, or `$XDG_CONFIG_HOME/nvm`, or `~/.nvm`: https://github.com/nvm-sh/nvm#installing-and-updating
 * - fnm: `$FNM_DIR`, or the first that exists of the data folder, `~/.fnm`, and macOS's own data folder:
 *   https://docs.rs/crate/fnm/latest/source/src/directories.rs
 * - volta: `$VOLTA_HOME`, or `~/.volta`; on Windows `%LOCALAPPDATA%\Volta`: https://docs.volta.sh/advanced/installers
 * - mise: `$MISE_DATA_DIR`, or `mise` in the data folder: https://mise.jdx.dev/directories.html
 * - asdf: `$ASDF_DATA_DIR`, or `~/.asdf`: https://asdf-vm.com/manage/configuration.html
 * - n: `$N_CACHE_PREFIX`, or `$N_PREFIX`, or `/usr/local`: https://github.com/tj/n#custom-source
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {ManagedFolder[]}
 */
export function managedFolders(env) {
  const home = homedir()
  const local = env.LOCALAPPDATA ?? path.join(home, 'AppData/Local')
  const data = env.XDG_DATA_HOME || (BIN ? path.join(home, '.local/share') : local)
  const nvm = env.NVM_DIR || (env.XDG_CONFIG_HOME ? path.join(env.XDG_CONFIG_HOME, 'nvm') : path.join(home, '.nvm'))
  const fnm = env.FNM_DIR ? [env.FNM_DIR] : fnmFolders(env, data)
  const volta = env.VOLTA_HOME || (BIN ? path.join(home, '.volta') : path.join(local, 'Volta'))
  const n = env.N_CACHE_PREFIX || env.N_PREFIX || '/usr/local'
  return [
    { root: path.join(nvm, 'versions/node'), inside: BIN },
    ...fnm.map(folder => ({ root: path.join(folder, 'node-versions'), inside: path.join('installation', BIN) })),
    { root: path.join(volta, 'tools/image/node'), inside: BIN },
    { root: path.join(env.MISE_DATA_DIR || path.join(data, 'mise'), 'installs/node'), inside: BIN },
    { root: path.join(env.ASDF_DATA_DIR || path.join(home, '.asdf'), 'installs/nodejs'), inside: BIN },
    { root: path.join(n, 'n/versions/node'), inside: BIN }
  ]
}

/** @param {NodeJS.ProcessEnv} env @param {string} data */
function fnmFolders(env, data) {
  const home = homedir()
  const roaming = env.APPDATA ?? path.join(home, 'AppData/Roaming')
  const others = BIN ? [path.join(home, 'Library/Application Support/fnm')] : [path.join(roaming, 'fnm')]
  return [path.join(data, 'fnm'), path.join(home, '.fnm'), ...others]
}
