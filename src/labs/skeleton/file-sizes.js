/** Bytes. */
export const KIB = 1024
export const MIB = 1024 * KIB

/** Returns the sizes of some files or copies, each once, ascending. @param {{ sizeBytes: number }[]} files */
export function sizesOf(files) {
  return [...new Set(files.map(({ sizeBytes }) => sizeBytes))].sort((a, b) => a - b)
}
