import { expect, test } from '@jest/globals'
import { processesOf } from '../../../src/measure/rounds/generator-pool.js'

/** @import { Load } from '../../../src/load/types.js' */

test.each(
  /** @type {[Load, number][]} */ ([
    [{ generator: 'autocannon', mode: 'closed', connections: 100 }, 1],
    [{ generator: 'sockets', mode: 'closed', connections: 100 }, 1],
    [{ generator: 'paced', mode: 'open', arrivals: 'constant', capacityShare: 0.5 }, 3],
    [{ generator: 'artillery', mode: 'batch', users: 50, requestsPerUser: 20 }, 3]
  ])
)('three launches that are loaded at the same time by %j need %d processes', (load, processes) => {
  expect(processesOf({ load, launches: ['off', 'log=sync', 'gzip=on'] })).toEqual({
    generator: load.generator,
    processes
  })
})
