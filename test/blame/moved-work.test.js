import { describe, expect, test } from '@jest/globals'
import { blame } from '../helpers/make-blame.js'

/** @import { ProfilerName } from '../../src/profile/types.js' */

const handler = 'node:http:onRequest > express/handle > app:answer'
/** @type {{ profilers: ProfilerName[] }} */
const both = { profilers: ['prof', 'cdp'] }

/** @param {ReturnType<typeof blame>} found */
function namesIn({ rows }) {
  return rows.map(({ owner, path }) => [owner?.name, ...path.map(call => call.name)].join(' > '))
}

describe('work below another caller', () => {
  const before = { [`${handler} > app:check > node:fs:statSync > native:stat`]: 300, [`${handler} > app:check`]: 80 }
  const after = { [`${handler} > app:load > node:fs:statSync > native:stat`]: 300, [`${handler} > app:check`]: 80 }

  test('is no row where it costs the same', () => {
    expect(namesIn(blame(after, { off: before, ...both }))).toEqual([])
  })

  test('leaves the function that was added as the only row', () => {
    const found = blame({ ...after, [`${handler} > app:burn`]: 160 }, { off: before, ...both })
    expect(namesIn(found)).toEqual(['burn'])
    expect(Math.abs(Number(found.rows[0]?.cost.difference) - 8)).toBeLessThan(2)
  })

  test('is one row with its net where it costs more', () => {
    const more = { ...after, [`${handler} > app:load > node:fs:statSync > native:stat`]: 500 }
    const { rows, unattributed } = blame(more, { off: before, ...both })
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ owner: { name: 'load' }, evidence: 'confirmed' })
    expect(rows[0]?.cost.baseline).toBeGreaterThan(12)
    expect(Math.abs(Number(rows[0]?.cost.difference) - 10)).toBeLessThan(3)
    expect(Math.abs(unattributed.difference)).toBeLessThan(3)
  })

  test('is netted where a native call has another way through Node.js, and where it is split over two callers', () => {
    const split = {
      [`${handler} > app:check`]: 80,
      [`${handler} > app:load > node:fs/promises:stat > native:stat`]: 150,
      [`${handler} > app:open > node:fs:statSync > native:stat`]: 150
    }
    expect(namesIn(blame(split, { off: before, ...both }))).toEqual([])
  })

  test('is named by what was removed where it costs less', () => {
    const less = { ...after, [`${handler} > app:load > node:fs:statSync > native:stat`]: 100 }
    const { rows } = blame(less, { off: before, ...both })
    expect(rows.map(({ owner, cost }) => [owner?.name, Math.sign(cost.difference)])).toEqual([['check', -1]])
  })
})

test('a function that lost a call to another one and does more itself is confirmed by the second profiler', () => {
  const before = { [`${handler} > app:check > node:net:writev > native:writev`]: 400, [`${handler} > app:check`]: 100 }
  const after = { [`${handler} > app:load > node:net:writev > native:writev`]: 400, [`${handler} > app:check`]: 260 }
  const { rows } = blame(after, { off: before, ...both })
  expect(rows.map(({ owner, evidence }) => [owner?.name, evidence])).toEqual([['check', 'confirmed']])
})

test('time that the kernel moves between calls of functions that cost the same is no row', () => {
  const [one, other] = ['app:check', 'app:load'].map(name => `${handler} > ${name}`)
  const before = { [`${one} > native:read`]: 300, [`${one}`]: 100, [`${other} > native:read`]: 100, [`${other}`]: 300 }
  const after = { [`${one} > native:read`]: 100, [`${one}`]: 300, [`${other} > native:read`]: 300, [`${other}`]: 100 }
  expect(namesIn(blame(after, { off: before, ...both }))).toEqual([])
})

test('a function below two callers that both cost more is two rows', () => {
  const found = blame(
    {
      [`${handler} > app:load > node:fs:statSync > native:stat`]: 200,
      [`${handler} > app:open > node:fs:statSync > native:stat`]: 200
    },
    both
  )
  expect(namesIn(found).sort()).toEqual(['load > statSync > stat', 'open > statSync > stat'])
})
