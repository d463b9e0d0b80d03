/** The load on /info, for `npm run load:autocannon` and for the experiments. Artillery's scenario is info.yml. */

/** What a browser asks for, with the encoding stated, because the defaults of the generators differ. */
export const infoRequest = { path: '/info', headers: { accept: 'text/html', 'accept-encoding': 'gzip' } }

/** Autocannon's own options. `duration` is in seconds; the experiments take the connections only. */
export const autocannonOptions = { connections: 100, duration: 20 }
