import { download } from './download.js'

/** Saves the values of a chart or a table as CSV when its button is clicked. */
export function saveCsvOnClick() {
  for (const button of document.querySelectorAll('button[data-csv]')) {
    button.addEventListener('click', function save() {
      // HTML has single line ends.
      const text = (button.getAttribute('data-text') ?? '').replaceAll('\n', '\r\n')
      download(new Blob([text], { type: 'text/csv' }), button.getAttribute('data-csv') ?? '')
    })
  }
}
