import { pathToFileURL } from 'node:url'
import { sendUploads } from './send-uploads.js'

/**
 * Uploads files in a process of its own, as the process that started it orders, and looks at what a store has afterwards.
 *
 * @import { UploadsAnswer, UploadsMessage } from '../types.js'
 */

process.on('disconnect', () => process.exit())
process.on('message', message => answer(/** @type {UploadsMessage} */ (message)))
send({ value: null })

/** @param {UploadsMessage} message */
async function answer(message) {
  try {
    send({ value: await valueFor(message) })
  } catch (error) {
    console.error(error)
    send({ value: null, problem: error instanceof Error ? error.message : String(error) })
  }
}

/** @param {UploadsMessage} message */
async function valueFor(message) {
  if (message.type === 'send') return sendUploads(message)
  const { emptyContainer, hashBlobs } = await import(pathToFileURL(message.module).href)
  const askStore = message.type === 'empty' ? emptyContainer : hashBlobs
  return askStore(message.serviceUrl, message.container)
}

/** @param {UploadsAnswer} answer */
function send(answer) {
  process.send?.(answer)
}
