import http from 'node:http'
import https from 'node:https'
import { listenUntilSignal } from '../../skeleton/app/listen-until-signal.js'
import { orExplain } from '../../skeleton/app/settings.js'
import { certificateIn } from './certificate.js'
import { createUpstreamHandler } from './upstream-handler.js'
import { readUpstreamSettings } from './upstream-settings.js'

/** @import { UpstreamSettings } from './upstream-settings.js' */

/** The upstream of the gateway: `node upstream.js`. Its settings are environment variables, see upstream-settings.js. */
await orExplain(() => serveUpstream(readUpstreamSettings(process.env)))

/** @param {UpstreamSettings} settings */
async function serveUpstream({ host, port, tls, certificateFolder, seed, latency }) {
  const handler = createUpstreamHandler(latency, seed)
  const server =
    tls === 'on' ? https.createServer(await certificateIn(certificateFolder), handler) : http.createServer(handler)
  // Longer than any pause of its clients: a connection that is closed while a request is on its way is an error.
  server.keepAliveTimeout = 120_000
  const how = `mean=${latency.meanMs}ms network=${latency.networkMs}ms tls=${tls}`
  listenUntilSignal(server, { host, port, protocol: tls === 'on' ? 'https' : 'http', how })
}
