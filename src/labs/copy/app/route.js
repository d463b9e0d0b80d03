import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import express from 'express'
import { copyFile, strategyNames } from './copy-file.js'

/** @import { Request, Response } from 'express' */
/** @import { Strategy } from './copy-file.js' */

const MOST_KB = 65_536
const DISK_FULL = ['ENOSPC', 'EDQUOT', 'EFBIG']

/** @type {string | undefined} */
let folder
/** @type {Map<number, Promise<string>>} by size */
const samples = new Map()
let copies = 0

/**
 * Creates the router of `POST /copy?kB=<size>`, which copies a file of that size and removes the copy, and of `GET /ping`,
 * which does nothing: its latency shows what a copy does to other requests. `&strategy=<name>` wins over the usual one.
 *
 * @param {Strategy} usual
 */
export function createCopyRouter(usual) {
  const router = express.Router()
  router.post('/copy', copySample)
  router.get('/ping', answerPing)
  return router

  /** @param {Request} request @param {Response} response */
  async function copySample({ query }, response) {
    const kiloBytes = Number(query.kB ?? 64)
    const strategy = strategyNames.find(name => name === (query.strategy ?? usual))
    const isSize = Number.isInteger(kiloBytes) && kiloBytes >= 1 && kiloBytes <= MOST_KB
    if (!strategy || !isSize) {
      const allowed = { kB: `a whole number from 1 to ${MOST_KB}`, strategy: strategyNames }
      return void response.status(400).json({ allowed })
    }
    const source = await sampleOf(kiloBytes)
    const target = `${source}-${++copies}`
    try {
      await copyFile(strategy, source, target)
    } catch (error) {
      const { code = '' } = /** @type {NodeJS.ErrnoException} */ (error)
      if (!DISK_FULL.includes(code)) throw error
      return void response.sendStatus(507)
    }
    await unlink(target)
    response.json({ strategy, kB: kiloBytes })
  }
}

/** @param {Request} _request @param {Response} response */
function answerPing(_request, response) {
  response.type('text').send('pong\n')
}

/**
 * Returns a file of random bytes, written at the first request for its size.
 *
 * @param {number} kiloBytes of 1,024 bytes, as in the paper
 */
function sampleOf(kiloBytes) {
  const sample = samples.get(kiloBytes) ?? writeSample(kiloBytes)
  samples.set(kiloBytes, sample)
  // After a failure the next request tries again.
  sample.catch(() => samples.delete(kiloBytes))
  return sample
}

/** @param {number} kiloBytes */
async function writeSample(kiloBytes) {
  const file = path.join(sampleFolder(), `${kiloBytes}-kB`)
  await writeFile(file, randomBytes(kiloBytes * 1024))
  return file
}

/** Returns the folder of the samples, which is removed when the server ends. */
function sampleFolder() {
  if (folder === undefined) {
    const made = mkdtempSync(path.join(tmpdir(), 'workshop-copy-'))
    process.once('exit', () => rmSync(made, { recursive: true, force: true }))
    folder = made
  }
  return folder
}
