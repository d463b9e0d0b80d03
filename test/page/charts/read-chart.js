import { expect } from '@jest/globals'
import { parseHTML } from 'linkedom'

/**
 * Returns a chart as a browser reads it, and checks that a page without inline styles can contain several of them and that
 * assistive technology finds a name and a description.
 * @param {string} html
 * @returns {{ all: any, wide: any, narrow: any }} the whole, and each shape
 */
export function readChart(html) {
  const { document } = parseHTML(`<html><body>${html}</body></html>`)
  expect(html).not.toMatch(/<style|<script|<clippath|\son[a-z]+=|javascript:|NaN|undefined|Infinity/i)
  expect(html).not.toMatch(/\s(style|id|href|xlink:href)=/)
  for (const svg of document.querySelectorAll('svg.chart-svg')) {
    expect(svg.getAttribute('role')).toBe('img')
    expect(svg.getAttribute('aria-label')).toMatch(/\w/)
    expect(svg.firstElementChild?.localName).toBe('desc')
    expect(svg.getAttribute('viewBox')).toMatch(/^0 0 \d+ \d+$/)
    expect(svg.getAttribute('width')).toBeNull()
  }
  return {
    all: document.body,
    wide: document.querySelector('svg.chart-wide'),
    narrow: document.querySelector('svg.chart-narrow')
  }
}

/** @param {any} element @returns {string[]} what is written in it */
export function textsIn(element) {
  return [...element.querySelectorAll('text')].map(text => text.textContent)
}
