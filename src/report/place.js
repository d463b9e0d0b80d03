import path from 'node:path'
import { workshopRoot } from '../system/workshop-root.js'

/**
 * Where a function is, as short as it stays clear: from the project's folder, or from its package.
 * @param {{ file: string, line: number | null }} place
 */
export function placeInWords({ file, line }) {
  if (file === '') return ''
  const [, inPackage] = /.*node_modules\/(.*)/.exec(file) ?? []
  const short = inPackage ?? (path.isAbsolute(file) ? path.relative(workshopRoot, file) : file)
  return line === null ? short : `${short}:${line}`
}
