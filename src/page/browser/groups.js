/** Shows one part of each group at a time, the one that its list of choices names. */
export function showPicks() {
  for (const select of document.querySelectorAll('.group > .picker select')) {
    if (!(select instanceof HTMLSelectElement)) continue
    select.addEventListener('change', () => show(select.value))
    show(select.value)
  }

  /** @param {string} id */
  function show(id) {
    const section = document.getElementById(id)
    for (const pick of section?.parentElement?.querySelectorAll('.pick') ?? [])
      pick.toggleAttribute('hidden', pick !== section)
  }
}

/** Opens what a link, or the address, leads to. */
export function openOnLink() {
  addEventListener('hashchange', () => open(location.hash))
  document.addEventListener('click', function follow({ target }) {
    const link = target instanceof Element ? target.closest('a[href^="#"]') : null
    if (link) open(link.getAttribute('href') ?? '')
  })
  open(location.hash)

  /** @param {string} hash */
  function open(hash) {
    const wanted = document.getElementById(hash.slice(1))
    const group = wanted?.closest('details.group')
    if (!wanted || !(group instanceof HTMLDetailsElement)) return
    group.open = true
    const select = group.querySelector('.picker select')
    if (wanted !== group && select instanceof HTMLSelectElement) {
      select.value = wanted.id
      select.dispatchEvent(new Event('change'))
    }
    wanted.scrollIntoView()
  }
}

/** Shows all that is collapsed or not chosen before the page is printed, except long texts, and hides it again. */
export function openForPrint() {
  /** @type {(() => void)[]} */
  let undo = []
  addEventListener('beforeprint', function show() {
    const closed = [...document.querySelectorAll('details')].filter(
      each => !each.open && !each.matches('.packed, .flame-more')
    )
    const hidden = [...document.querySelectorAll('.pick[hidden], .answer[hidden]')]
    for (const details of closed) details.open = true
    for (const each of hidden) each.removeAttribute('hidden')
    undo = [
      ...closed.map(details => () => details.removeAttribute('open')),
      ...hidden.map(each => () => each.setAttribute('hidden', ''))
    ]
  })
  addEventListener('afterprint', function hide() {
    for (const each of undo) each()
  })
}
