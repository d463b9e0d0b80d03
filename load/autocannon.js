import autocannon from 'autocannon'
import { autocannonOptions, infoRequest } from './info.js'

/** Loads the server of `npm start` and prints autocannon's own table: `npm run load:autocannon`. */
const { path, headers } = infoRequest
const run = autocannon({ url: `http://127.0.0.1:8080${path}`, headers, ...autocannonOptions })
autocannon.track(run, { verbose: true })
process.once('SIGINT', () => run.stop())
