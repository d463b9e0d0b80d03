/** Opens what is folded up before the page is printed, and closes it again. */
export function openForPrint() {
  /** @type {HTMLDetailsElement[]} */
  let opened = []
  addEventListener('beforeprint', function open() {
    opened = [...document.querySelectorAll('details')].filter(fold => !fold.open)
    for (const fold of opened) fold.open = true
  })
  addEventListener('afterprint', function close() {
    for (const fold of opened) fold.open = false
  })
}
