import { formatMoment } from '../../../report/format.js'
import { chooseTwo } from './choose-two.js'
import { compareAnswers } from './compare-answers.js'
import { comparisonParts } from './comparison-parts.js'

/** @import { RunAnswer } from '../../../report/types.js' */

/**
 * Shows two ticked answers side by side, A the earlier of them, and says in the tray what is chosen.
 * @param {RunAnswer[]} answers in the order of the values of the boxes
 */
export function offerComparison(answers) {
  const boxes = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll('.choice input')])
  const tray = { words: byId('choice'), link: byId('to-comparison'), none: byId('choose-none') }
  const panel = { section: byId('comparison'), place: byId('compared') }
  const choice = chooseTwo(boxes, show)
  tray.none.addEventListener('click', function chooseNone() {
    choice.clear()
    boxes[0]?.focus()
  })

  /** @param {HTMLInputElement[]} chosen */
  function show(chosen) {
    const [first, second] = chosen.map(box => ({ box, answer: answerOf(box) })).sort(oldestFirst)
    for (const box of boxes) mark(box, '')
    if (first) mark(first.box, 'A')
    if (second) mark(second.box, 'B')
    tray.none.hidden = !first
    tray.link.hidden = !second
    panel.section.hidden = !second
    if (!first || !second) {
      tray.words.textContent = first
        ? `${told(first.answer)}: tick another.`
        : 'Tick two runs to set them against each other.'
      panel.place.replaceChildren()
      return
    }
    const comparison = compareAnswers(first.answer, second.answer)
    tray.words.textContent = `A against B: ${comparison.outcome}.`
    panel.place.replaceChildren(...comparisonParts(first.answer, second.answer, comparison))
  }

  /** @param {HTMLInputElement} box */
  function answerOf(box) {
    return /** @type {RunAnswer} */ (answers[Number(box.value)])
  }
}

/**
 * @param {{ answer: RunAnswer }} one
 * @param {{ answer: RunAnswer }} other
 */
function oldestFirst(one, other) {
  return Date.parse(one.answer.startedAt) - Date.parse(other.answer.startedAt)
}

/**
 * @param {HTMLInputElement} box
 * @param {string} letter
 */
function mark(box, letter) {
  const place = box.parentElement?.querySelector('[data-letter]')
  if (place) place.textContent = letter
}

/** @param {RunAnswer} answer */
function told({ candidate, startedAt }) {
  return `${candidate} of ${formatMoment(startedAt)}`
}

/** @param {string} id */
function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id))
}
