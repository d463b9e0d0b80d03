/** @import { Page } from 'puppeteer-core' */

/**
 * Collects the problems of a page: errors on the console, uncaught errors, violations of its Content Security Policy, and
 * every request except that for the page itself. Call it before the page is opened.
 * @param {Page} page
 * @param {string} ownUrl
 * @returns {Promise<string[]>} sentences, added as they happen
 */
export async function watchPage(page, ownUrl) {
  /** @type {string[]} */
  const problems = []
  page.on('console', message => {
    if (message.type() === 'error') problems.push(`console error: ${message.text()}`)
  })
  page.on('pageerror', error => {
    problems.push(`page error: ${error instanceof Error ? error.message : error}`)
  })
  page.on('issue', ({ details }) => {
    const violation = details.contentSecurityPolicyIssueDetails
    if (!violation) return
    const { violatedDirective, blockedURL, contentSecurityPolicyViolationType } = violation
    problems.push(`CSP violation: ${violatedDirective} forbids ${blockedURL ?? contentSecurityPolicyViolationType}`)
  })
  page.on('request', request => {
    if (isSentOut(request.url()) && withoutHash(request.url()) !== withoutHash(ownUrl))
      problems.push(`request: ${request.url()}`)
  })
  const session = await page.createCDPSession()
  session.on('Network.webSocketCreated', ({ url }) => problems.push(`request: ${url}`))
  await session.send('Network.enable')
  return problems
}

/** @param {string} url */
function isSentOut(url) {
  return !url.startsWith('data:') && !url.startsWith('blob:')
}

/** @param {string} url */
function withoutHash(url) {
  return url.split('#')[0] ?? url
}
