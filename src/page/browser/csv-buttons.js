import { download } from './download.js'

/** Saves the values of a chart or a table as CSV when its button is clicked. */
export function saveCsvOnClick() {
  for (const button of document.querySelectorAll('button[data-csv]')) {
    button.addEventListener('click', function save() {
      const text = button.getAttribute('data-text') ?? ''
      download(new Blob([text], { type: 'text/csv' }), button.getAttribute('data-csv') ?? '')
    })
  }
}
