import { categoriseFrame } from '../profile/tree/categorise-frame.js'
import { fileInFolder } from '../profile/tree/file-in-folder.js'

/**
 * @import { Frame } from '../profile/types.js'
 * @import { FlameFrame } from './types.js'
 */

/** @type {(frame: Frame, folder: string) => FlameFrame} */
export function flameFrame(frame, folder) {
  const { name, file, line, column } = frame
  return { name, file: fileInFolder(file, folder), line, column, ...categoriseFrame(frame) }
}
