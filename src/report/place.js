/**
 * Where a function is, as short as it stays clear: from the folder the servers were started in, or from its package.
 * @param {{ file: string, line: number | null }} place
 * @param {string} folder
 */
export function placeInWords({ file, line }, folder) {
  if (file === '') return ''
  const [, inPackage] = /.*node_modules[\\/](.*)/.exec(file) ?? []
  const root = folder.replace(/[\\/]$/, '')
  const [, inFolder] = (file.startsWith(root) && /^[\\/](.*)/.exec(file.slice(root.length))) || []
  const short = inPackage ?? inFolder ?? file
  return line === null ? short : `${short}:${line}`
}
