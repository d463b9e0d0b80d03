import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { WorkshopError } from '../../../../src/errors/errors.js'
import { copierOf } from '../../../../src/labs/copy/measure.js'
import { onLinux } from '../../../helpers/on-linux.js'
import { survivorsOf } from '../../../helpers/processes.js'
import { removeTemporaryFolders, temporaryFolder } from '../../../helpers/temporary-folder.js'

/** @import { Copied } from '../../../../src/labs/copy/types.js' */

jest.setTimeout(60_000)
removeTemporaryFolders()

const module = path.join(import.meta.dirname, '../../../../src/labs/copy/app/copy-file.js')
const corrupts = path.join(import.meta.dirname, '../../../fixtures/copies/corrupts.js')
const KIB = 1024

/** A garbage collection, or a thread that wakes another one, adds a call now and then. */
const MOST_OTHERS = 8

onLinux('counts each read and write of a copy', async () => {
  const copies = [
    copyOf('byte', 4 * KIB),
    copyOf('buffer', 1024 * KIB),
    copyOf('buffer', 64 * KIB + 1),
    copyOf('byte', 3)
  ]
  const { copied } = await play([...copies, ...copies, ...copies, ...copies])
  const least = copies.map((_, index) => {
    const calls = copied.filter((_, at) => at % copies.length === index).flatMap(({ calls }) => calls ?? [])
    return {
      reads: Math.min(...calls.map(({ reads }) => reads)),
      writes: Math.min(...calls.map(({ writes }) => writes))
    }
  })
  expect(least).toEqual([
    { reads: 4097, writes: 4096 },
    { reads: 129, writes: 128 },
    { reads: 10, writes: 9 },
    { reads: 4, writes: 3 }
  ])
})

onLinux('a copy byte by byte makes a read and a write per byte, and a read at the end', async () => {
  const { copied } = await play([copyOf('byte', 64 * KIB), copyOf('byte', 64 * KIB)])
  for (const { calls } of copied) {
    const others = [Number(calls?.reads) - 65_537, Number(calls?.writes) - 65_536]
    expect(Math.min(...others)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...others)).toBeLessThanOrEqual(MOST_OTHERS)
  }
})

test('compares each copy with its source, and removes it', async () => {
  const { copied, left } = await play([copyOf('kernel', 64 * KIB), copyOf('whole', 10)])
  expect(copied.map(({ isVerified }) => isVerified)).toEqual([true, true])
  expect(left).toEqual([])
})

test('finds a copy that is not the same as its source', async () => {
  const { copied, left } = await play([copyOf('any', 64 * KIB)], { module: corrupts })
  expect(copied).toMatchObject([{ isVerified: false }])
  expect(left).toEqual([])
})

test('a source that vanished ends it with a clear error, and the copies before it are reported', async () => {
  const first = copyOf('buffer', 10)
  const vanished = { ...copyOf('buffer', 10), source: path.join(temporaryFolder(), 'random-10') }
  /** @type {Copied[]} */
  const copied = []
  const failure = await play([first, vanished], { copied }).catch(error => error)
  expect(failure).toMatchObject({ code: 'ERR_COPY', details: { code: 'ENOENT', strategy: 'buffer' } })
  expect(failure.message).toMatch(/random-10.*was removed during the run.*No incomplete copy is left\.$/s)
  expect(copied).toHaveLength(1)
})

test('an interruption ends the process and is the reason', async () => {
  const controller = new AbortController()
  const reason = new WorkshopError('ERR_INTERRUPTED', { signal: 'SIGINT' })
  let pid = 0
  const playing = play([copyOf('byte', 1024 * KIB), copyOf('byte', 1024 * KIB)], {
    signal: controller.signal,
    async beforeFirst(/** @type {number} */ started) {
      pid = started
      controller.abort(reason)
    }
  })
  await expect(playing).rejects.toBe(reason)
  expect(await survivorsOf([pid], 5000)).toEqual([])
})

/** @param {string} strategy @param {number} bytes */
function copyOf(strategy, bytes) {
  const source = path.join(temporaryFolder(), 'source')
  writeFileSync(
    source,
    Uint8Array.from({ length: bytes }, (_, index) => index % 251)
  )
  const sha256 = createHash('sha256').update(readFileSync(source)).digest('hex')
  return { strategy, source, sizeBytes: bytes, sha256 }
}

/**
 * @param {ReturnType<typeof copyOf>[]} copies
 * @param {{ module?: string, signal?: AbortSignal, copied?: Copied[], beforeFirst?: (pid: number) => Promise<void> }} [others]
 */
async function play(copies, { signal = new AbortController().signal, copied = [], ...others } = {}) {
  const folder = temporaryFolder()
  const logPath = path.join(temporaryFolder(), 'copies.log')
  const { beforeFirst = async () => {} } = others
  const onCopied = (/** @type {Copied} */ each) => copied.push(each)
  const copier = copierOf({ logPath, signal, beforeFirst })
  try {
    await copier.play({ module: others.module ?? module, folder, copies }, onCopied)
  } finally {
    await copier.end()
  }
  return { copied, left: readdirSync(folder) }
}
