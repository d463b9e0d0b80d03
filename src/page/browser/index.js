import { offerComparison } from './index/offer-comparison.js'
import { sortOnClick } from './sort-on-click.js'

for (const table of document.querySelectorAll('table.sortable')) sortOnClick(/** @type {HTMLTableElement} */ (table))
const answers = document.getElementById('answers')
if (answers) offerComparison(JSON.parse(answers.textContent ?? '[]'))
