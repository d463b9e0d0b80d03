import { folded, originText, sectionMarkdown } from '../../report/print/markdown.js'

/** @import { LabManifest } from '../../runs/lab-types.js' */
/** @import { Section } from '../../report/sections/sections.js' */

/**
 * Returns the report of a lab as Markdown.
 * @param {Section[]} sections in the order of the report
 * @param {LabManifest} manifest @returns {string}
 */
export function labToMarkdown(sections, manifest) {
  const origin = folded('Where and how', originText(manifest, manifest.plan.seed))
  return `${[...sections.map(sectionMarkdown), origin].join('\n\n')}\n`
}
