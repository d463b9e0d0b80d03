import { workerData } from 'piscina'
import { openEngine } from './engine.js'
import { createTaskRunner } from './task.js'

/** Runs tasks in a thread of a pool. */
const { settings } = /** @type {{ settings: import('./settings.js').StoreSettings }} */ (workerData)

export default createTaskRunner(await openEngine(settings), settings.taskRounds)
