import { expect, test } from '@jest/globals'
import { unpackFlame } from '../../../src/page/browser/unpack-flame.js'
import { packFlame } from '../../../src/page/flame-part.js'
import { makeFlame } from '../../helpers/make-flame.js'

test('a packed graph is unpacked unchanged', async () => {
  expect(await unpackFlame(packFlame(makeFlame()))).toEqual(makeFlame())
})

test('a graph of one round without timelines and an empty graph are unpacked unchanged', async () => {
  const graph = makeFlame({ nodes: { ...makeFlame().nodes, noise: [null] }, functionNoise: [null], timelines: [] })
  expect(await unpackFlame(packFlame(graph))).toEqual(graph)
  const empty = makeFlame({ frames: [], nodes: { parent: [], frame: [], tier: [], self: [[], []], noise: [[]] } })
  expect(await unpackFlame(packFlame(empty))).toEqual(empty)
})

test('names are unpacked as a page shows them', async () => {
  const [frame] = makeFlame().frames
  const name = '</script> "\'\\ \u2028 \ud83d\ude00 __proto__'
  const graph = makeFlame({ frames: [{ .../** @type {NonNullable<typeof frame>} */ (frame), name }] })
  expect((await unpackFlame(packFlame(graph))).frames[0]?.name).toBe(name.replace('\u2028', '\ufffd'))
})

test('a truncated text is rejected', async () => {
  const packed = packFlame(makeFlame())
  await expect(unpackFlame(packed.slice(0, packed.length >> 1).slice(0, -4))).rejects.toThrow()
})
