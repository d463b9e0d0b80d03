import { orExplain } from '../../skeleton/app/settings.js'
import { enableCompileCache, readGatewaySettings } from './settings.js'

/**
 * Serves `GET /aggregate`, which makes two calls to an upstream, and `GET /pool`, which has the state of its connections:
 * `UPSTREAM=https://127.0.0.1:9443 CA=certificate.pem node server.js`. The settings are environment variables, see settings.js.
 */
const settings = await orExplain(() => readGatewaySettings(process.env))
if (settings) {
  // Before the modules that it keeps compiled are loaded.
  if (settings.compileCache === 'on') enableCompileCache?.()
  const { serveGateway } = await import('./serve.js')
  await orExplain(() => serveGateway(settings))
}
