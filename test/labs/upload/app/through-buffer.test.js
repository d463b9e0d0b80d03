import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { expect, test } from '@jest/globals'
import { throughBuffer } from '../../../../src/labs/upload/app/through-buffer.js'

test.each([
  { name: 'chunks smaller than a piece', chunks: [1, 2, 3, 4, 5], sizes: [4, 4, 4, 3] },
  { name: 'chunks larger than a piece', chunks: [9, 7], sizes: [4, 4, 4, 4] },
  { name: 'less than a piece', chunks: [3], sizes: [3] },
  { name: 'nothing', chunks: [], sizes: [] }
])('$name: every byte comes, in pieces of the size, the last one shorter', async ({ chunks, sizes }) => {
  let next = 0
  const source = chunks.map(length => Buffer.from(Array.from({ length }, () => next++)))
  const pieces = await throughBuffer(Readable.from(source, { objectMode: false }), 4).toArray()
  expect(pieces.map(piece => piece.length)).toEqual(sizes)
  expect(Buffer.concat(pieces)).toEqual(Buffer.concat(source))
})

test('nothing is collected ahead of what the reader asks for', async () => {
  const source = new PassThrough({ highWaterMark: 4 })
  const pieces = throughBuffer(source, 4)
  source.write('aaaa')
  source.write('bbbb')
  expect(source.isPaused()).toBe(true)
  pieces.once('data', () => pieces.pause())
  await once(pieces, 'data')
  expect(source.isPaused()).toBe(true)
  expect(source.readableLength).toBe(4)
  source.end()
  expect(String(Buffer.concat(await pieces.toArray()))).toBe('bbbb')
})

test('an error of the source is that of the pieces; destroyed pieces leave the source as it is', async () => {
  const failing = new PassThrough()
  const broken = throughBuffer(failing, 4)
  failing.destroy(new Error('cut'))
  await expect(broken.toArray()).rejects.toThrow('cut')

  const source = new PassThrough()
  const pieces = throughBuffer(source, 4)
  pieces.destroy()
  await once(pieces, 'close')
  expect(source.destroyed).toBe(false)
  expect(source.listenerCount('data')).toBe(0)
})
