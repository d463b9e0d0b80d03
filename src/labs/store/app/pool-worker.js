import { workerData } from 'piscina'
import { createTaskRunner, openEngine } from './engine.js'

/** Runs tasks in a thread of a pool. */
const { settings } = /** @type {{ settings: import('./settings.js').StoreSettings }} */ (workerData)

export default createTaskRunner(await openEngine(settings), settings.taskRounds)
