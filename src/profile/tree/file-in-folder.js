/** @import { Profile, ThreadTree } from '../types.js' */

/**
 * Returns the path of a file relative to a folder; the path as it is where the file is not below the folder.
 * @param {string} file @param {string} folder
 */
export function fileInFolder(file, folder) {
  const root = folder.replace(/[\\/]$/, '')
  const [, inFolder] = (file.startsWith(root) && /^[\\/](.*)/.exec(file.slice(root.length))) || []
  return inFolder ?? file
}

/**
 * Returns a profile whose files of one copy of a project have the names that they have in another copy, so that a function is
 * the same in both.
 * @param {Profile} profile
 * @param {string} from the folder of the copy that was profiled, absolute
 * @param {string} to the folder of the copy that names the files, absolute
 * @returns {Profile}
 */
function moveProject(profile, from, to) {
  if (from === to) return profile
  const { generatedFiles, lineTexts } = profile
  return {
    ...profile,
    frames: profile.frames.map(frame => ({ ...frame, file: moveFile(frame.file, from, to) })),
    ...(generatedFiles && { generatedFiles: generatedFiles.map(file => moveFile(file, from, to)) }),
    ...(lineTexts && {
      lineTexts: Object.fromEntries(Object.entries(lineTexts).map(([file, texts]) => [moveFile(file, from, to), texts]))
    })
  }
}

/** Returns the tree of a thread with its files so named. @type {(tree: ThreadTree, from: string, to: string) => ThreadTree} */
export function moveTree({ profile, waits, ...tree }, from, to) {
  const moved = waits?.map(part => ({ ...part, file: moveFile(part.file, from, to) }))
  return { ...tree, profile: moveProject(profile, from, to), ...(moved && { waits: moved }) }
}

/**
 * Returns the name of a file of one copy of a project in another copy; a file elsewhere keeps its name.
 * @param {string} file
 * @param {string} from the folder of the copy that has the file
 * @param {string} to
 */
export function moveFile(file, from, to) {
  const inProject = fileInFolder(file, from)
  return inProject === file ? file : `${to.replace(/[\\/]$/, '')}${file.slice(file.length - inProject.length - 1)}`
}
