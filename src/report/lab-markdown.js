import { labChapters } from './lab-sections.js'
import { folded, originText, sectionMarkdown } from './markdown.js'

/**
 * @import { LabManifest } from '../runs/types.js'
 * @import { LabAnalysis } from '../verdict/types.js'
 */

/**
 * Returns the report of a lab as Markdown.
 * @param {LabAnalysis} analysis
 * @param {LabManifest} manifest
 * @returns {string}
 */
export function labToMarkdown(analysis, manifest) {
  const sections = Object.values(labChapters(analysis))
  const origin = folded('Where and how', originText(manifest, manifest.plan.seed))
  return `${[...sections.map(sectionMarkdown), origin].join('\n\n')}\n`
}
