import axe from 'axe-core'

/** @import { Page } from 'puppeteer-core' */

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Returns what axe finds against WCAG 2.2 AA on a page in its present state. It runs under the page's own policy.
 * @param {Page} page
 * @returns {Promise<string[]>} one sentence per element and broken rule
 */
export async function accessibilityProblems(page) {
  await page.evaluate(axe.source)
  return page.evaluate(async function findProblems(/** @type {string[]} */ runOnly) {
    /** @type {{ axe: typeof import('axe-core') }} */
    const { axe } = /** @type {any} */ (window)
    // Nothing is outside of the page: there is no style sheet to fetch.
    const { violations } = await axe.run(document, { runOnly, preload: false })
    return violations.flatMap(rule =>
      rule.nodes.map(node => `${rule.id}: ${node.target.join(' > ')}: ${node.failureSummary ?? rule.help}`)
    )
  }, tags)
}
