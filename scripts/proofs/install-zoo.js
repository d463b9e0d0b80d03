import { parseArgs } from 'node:util'
import { allKinds } from '../../test/fixtures/servers/zoo/catalog.js'
import { untilInterrupted } from '../until-interrupted.js'
import { prepareWaits } from './lib/waits-plan.js'
import { prepareZoo } from './lib/zoo-setup.js'

/**
 * Installs and builds kinds of the zoo, all and the zoo of waits where none are named:
 * `node scripts/proofs/install-zoo.js [--kinds a,b]`.
 */
const { values } = parseArgs({ options: { kinds: { type: 'string' } } })
const names = values.kinds?.split(',') ?? allKinds.map(({ name }) => name)

await untilInterrupted(async function prepare(signal) {
  await prepareZoo(names, signal)
  if (values.kinds === undefined) await prepareWaits(signal)
})
