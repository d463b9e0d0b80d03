/**
 * Lets no more than two boxes be ticked: a third takes the place of the one that was ticked first.
 * @param {HTMLInputElement[]} boxes
 * @param {(chosen: HTMLInputElement[]) => void} onChange told in the order of choice
 */
export function chooseTwo(boxes, onChange) {
  /** @type {HTMLInputElement[]} */
  let chosen = []
  for (const box of boxes) {
    box.addEventListener('change', function choose() {
      const others = chosen.filter(other => other !== box)
      change(box.checked ? [...others, box].slice(-2) : others)
    })
  }
  return {
    clear() {
      change([])
    }
  }

  /** @param {HTMLInputElement[]} next */
  function change(next) {
    chosen = next
    for (const box of boxes) box.checked = chosen.includes(box)
    onChange(chosen)
  }
}
