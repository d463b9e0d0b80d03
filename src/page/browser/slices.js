import { seriesAt, sliceChart } from '../charts/slice-chart.js'

/** Draws the chart of the slices again when another metric is selected. @param {(packed: string) => Promise<Response>} inflate */
export function showSlices(inflate) {
  const [select, figure, data] = ['slice-metric', 'slice-chart', 'slice-data'].map(id => document.getElementById(id))
  select?.addEventListener('change', async function redraw() {
    const { reasons, variants, ...all } = await (await inflate(data?.textContent ?? '')).json()
    const index = Number(/** @type {HTMLSelectElement} */ (select).value)
    const series = seriesAt(all, index, () => new Map(reasons[index]))
    const drawn = new DOMParser().parseFromString(series ? sliceChart(series, variants) : '', 'text/html').body
    figure?.replaceChildren(...drawn.childNodes)
  })
}
