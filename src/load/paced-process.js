import { playOpenLoop } from './paced.js'
import { startSendClock } from './send-clock.js'
import { serveLoads } from './serve-loads.js'

const clock = await startSendClock()

serveLoads(request => playOpenLoop(request, { clock }))
