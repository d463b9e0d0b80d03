/** The name of a section, such as ` [Bottom up (heavy) profile]:`. */
const SECTION = /^ \[.+\]:$/

/**
 * Returns the text of --prof-process in its sections, each with its first lines only. What is before the first section is one
 * too, and so is the line that names the next launch, where the texts of several launches follow each other.
 * @param {string} text
 * @param {number} most lines of a section, its name included
 * @returns {{ lines: string[], left: number }[]} `left`: how many lines are cut off
 */
export function cutTickText(text, most) {
  /** @type {string[][]} */
  const sections = [[]]
  for (const line of text.trimEnd().split('\n')) {
    if (SECTION.test(line) || line.startsWith('==== launch ')) sections.push([])
    sections.at(-1)?.push(line)
  }
  return sections
    .filter(lines => lines.length > 0)
    .map(lines => ({ lines: lines.slice(0, most), left: Math.max(0, lines.length - most) }))
}
