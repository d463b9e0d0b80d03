import { afterEach, expect, jest, test } from '@jest/globals'
import { seededRandom } from '../../../../src/stats/seeded-random.js'
import { endServers } from '../../../app/child-server.js'
import { startStore } from '../../../app/child-store.js'
import { removeTemporaryFolders, temporaryFolder } from '../../../helpers/temporary-folder.js'

/** @import { ChildStore } from '../../../app/child-store.js' */

jest.setTimeout(180_000)
afterEach(endServers)
removeTemporaryFolders()

const KILLS = 10
const WRITERS = 16
/** A server is killed after so many acknowledged writes, at the least and at the most. */
const [LEAST, MOST] = [20, 400]

test.each([
  { name: 'inline', env: {} },
  { name: 'pool', env: { EXECUTOR: 'pool', MIN: '4', MAX: '4', QUEUE: '128' } }
])('$name: after SIGKILL under load every acknowledged write is there', async ({ env }) => {
  const random = seededRandom(1)
  const DATA = temporaryFolder()
  /** Per id the number of the last write that was sent, and of the last one that was acknowledged. */
  const writers = Array.from({ length: WRITERS }, (_, index) => ({
    id: `w${index}`.padEnd(3, 'x'),
    sent: 0,
    acknowledged: 0
  }))
  for (let kill = 0; kill < KILLS; kill++) {
    const store = await startStore({ DATA, ...env })
    await expectAcknowledged(store)
    await writeUntilKilled(store, LEAST + Math.floor(random() * (MOST - LEAST)))
  }
  await expectAcknowledged(await startStore({ DATA, ...env }))
  expect(Math.min(...writers.map(({ acknowledged }) => acknowledged))).toBeGreaterThan(0)

  /** @param {ChildStore} store @param {number} writes acknowledged before the kill */
  async function writeUntilKilled({ put, child, ended }, writes) {
    let left = writes
    await Promise.all(writers.map(writeOn))
    expect(await ended).toMatchObject({ signal: 'SIGKILL' })

    /** @param {typeof writers[number]} writer */
    async function writeOn(writer) {
      while (left > 0) {
        writer.sent++
        const status = await put(writer.id, numbered(writer.sent)).catch(() => null)
        if (status !== 204) return
        writer.acknowledged = writer.sent
        if (--left === 0) child.kill('SIGKILL')
      }
    }
  }

  /** @param {ChildStore} store */
  async function expectAcknowledged({ get }) {
    for (const { id, sent, acknowledged } of writers) {
      if (acknowledged === 0) continue
      const value = await get(id)
      const written = Number(/\d+$/.exec(value))
      // A write that was sent and not acknowledged may be there or not.
      expect(written).toBeGreaterThanOrEqual(acknowledged)
      expect(written).toBeLessThanOrEqual(sent)
      expect(value).toBe(numbered(written))
    }
  }
})

/** @param {number} write */
function numbered(write) {
  return String(write).padStart(300, 'x')
}
