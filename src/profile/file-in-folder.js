/**
 * @param {string} file
 * @param {string} folder
 * @returns {string} the file as it is told from the folder; as it is where it does not lie below that
 */
export function fileInFolder(file, folder) {
  const root = folder.replace(/[\\/]$/, '')
  const [, inFolder] = (file.startsWith(root) && /^[\\/](.*)/.exec(file.slice(root.length))) || []
  return inFolder ?? file
}
