/**
 * Returns which files of one variant are files of another one in another folder: a second checkout of the app, or another
 * version of a package. Two files are the same if no other file of the variants has a longer common end of its path.
 * @param {string[]} files only of the one variant
 * @param {string[]} others only of the other one
 * @returns {Map<string, string>} by file of the one variant
 */
export function sameFiles(files, others) {
  const best = files.map(file => [file, closest(file, others)])
  return new Map(
    best.flatMap(([file = '', other]) => (other !== undefined && closest(other, files) === file ? [[file, other]] : []))
  )
}

/**
 * @param {string} file
 * @param {string[]} others
 * @returns {string | undefined} the only one with the longest common end, of at least the name of the file
 */
function closest(file, others) {
  const ends = others.map(other => commonEnd(file, other))
  const longest = Math.max(1, ...ends)
  const found = others.filter((_, index) => ends[index] === longest)
  return found.length === 1 ? found[0] : undefined
}

/**
 * Returns how many names two paths have in common at their ends. Within packages it is the whole path.
 * @type {(one: string, other: string) => number}
 */
function commonEnd(one, other) {
  const [a, b] = [segments(one), segments(other)]
  if (a.isPackage !== b.isPackage) return 0
  const different = a.names.findIndex((name, index) => name !== b.names[index])
  const common = different === -1 ? a.names.length : different
  return a.isPackage && (common < a.names.length || common < b.names.length) ? 0 : common
}

/** @param {string} file @returns {{ names: string[], isPackage: boolean }} the last name first */
function segments(file) {
  const inPackage = /.*[\\/]node_modules[\\/](.*)$/.exec(file)
  return { names: (inPackage?.[1] ?? file).split(/[\\/]/).reverse(), isPackage: inPackage !== null }
}
