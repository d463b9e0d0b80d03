import { offerComparison } from './index/offer-comparison.js'
import { sortTablesOnClick } from './sort-on-click.js'

sortTablesOnClick()
const answers = document.getElementById('answers')
if (answers) offerComparison(JSON.parse(answers.textContent ?? '[]'))
