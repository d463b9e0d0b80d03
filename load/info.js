/** The load on /info, stated once for `npm run load:autocannon` and for the experiments. Artillery's scenario is info.yml. */

/** What a browser asks for, with the encoding stated, because the defaults of the generators differ. */
export const infoRequest = { path: '/info', headers: { accept: 'text/html', 'accept-encoding': 'gzip' } }

/** Options under autocannon's own names. The experiments choose the length of a slice themselves; `duration` is in seconds. */
export const autocannonOptions = { connections: 100, duration: 20 }
