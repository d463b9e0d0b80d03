import { fileInFolder } from '../profile/file-in-folder.js'

/**
 * Where a function is, as short as it stays clear: from the folder the servers were started in, or from its package.
 * @param {{ file: string, line: number | null }} place
 * @param {string} folder
 */
export function placeInWords({ file, line }, folder) {
  if (file === '') return ''
  const [, inPackage] = /.*node_modules[\\/](.*)/.exec(file) ?? []
  const short = inPackage ?? fileInFolder(file, folder)
  return line === null ? short : `${short}:${line}`
}
