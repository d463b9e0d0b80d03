import { formatMoment } from '../../report/words/format.js'
import { compareAnswers } from './index/compare-answers.js'
import { comparisonParts } from './index/comparison-parts.js'
import { sortTablesOnClick } from './sort-on-click.js'

/** @import { RunAnswer } from '../../report/types.js' */

const ids = ['choice', 'to-comparison', 'choose-none', 'comparison', 'compared']

sortTablesOnClick()
const answers = document.getElementById('answers')
if (answers) offerComparison(JSON.parse(answers.textContent ?? '[]'))

/**
 * Shows the two selected answers side by side, A the earlier of them, and states the selection in the bar below the tables.
 * @param {RunAnswer[]} answers in the order of the values of the boxes
 */
function offerComparison(answers) {
  const boxes = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll('.choice input')])
  const [status, link, none, section, comparison] = ids.map(id => document.getElementById(id))
  /** In the order of selection. @type {HTMLInputElement[]} */
  let selected = []
  for (const box of boxes) {
    box.addEventListener('change', function select() {
      const others = selected.filter(other => other !== box)
      show(box.checked ? [...others, box].slice(-2) : others) // a third replaces the first
    })
  }
  none?.addEventListener('click', function selectNone() {
    show([])
    boxes[0]?.focus()
  })

  /** @type {(next: HTMLInputElement[]) => void} */
  function show(next) {
    selected = next
    const [a, b] = selected
      .map(box => ({ box, answer: /** @type {RunAnswer} */ (answers[Number(box.value)]) }))
      .sort((one, other) => Date.parse(one.answer.startedAt) - Date.parse(other.answer.startedAt))
    for (const box of boxes) {
      box.checked = selected.includes(box)
      const letter = box.parentElement?.querySelector('[data-letter]')
      if (letter) letter.textContent = box === a?.box ? 'A' : box === b?.box ? 'B' : ''
    }
    if (!status || !link || !none || !section || !comparison) return
    none.hidden = !a
    link.hidden = section.hidden = !b
    const compared = a && b && compareAnswers(a.answer, b.answer)
    status.textContent = compared ? `A compared with B: ${compared.outcome}.` : missingInWords(a?.answer)
    comparison.replaceChildren(...(compared ? comparisonParts(a.answer, b.answer, compared) : []))
  }
}

/** @type {(selected?: RunAnswer) => string} */
function missingInWords(selected) {
  if (!selected) return 'Select two runs to compare.'
  return `${selected.candidate} of ${formatMoment(selected.startedAt)}: select one more run.`
}
