/**
 * Returns the path of a file relative to a folder; the path as it is where the file is not below the folder.
 * @param {string} file @param {string} folder
 */
export function fileInFolder(file, folder) {
  const root = folder.replace(/[\\/]$/, '')
  const [, inFolder] = (file.startsWith(root) && /^[\\/](.*)/.exec(file.slice(root.length))) || []
  return inFolder ?? file
}
