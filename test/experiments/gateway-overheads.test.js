import { expect, test } from '@jest/globals'
import { experiments } from '../../src/cli/options/experiments.js'
import { readGatewaySettings } from '../../src/labs/gateway/app/settings.js'
import { readUpstreamSettings } from '../../src/labs/gateway/app/upstream-settings.js'
import { gatewayOverheads } from '../../src/labs/gateway/experiment.js'
import { asServed, withServed } from '../../src/measure/launch/companions.js'

/** @import { Experiment, Variant } from '../../src/experiments/types.js' */

const { served = [], variants } = gatewayOverheads
const ready = asServed(gatewayOverheads, served.map(withPort))

/** @param {NonNullable<Experiment['served']>[number]} companion @param {number} index */
function withPort(companion, index) {
  return { ...companion, env: { ...companion.env, PORT: String(4000 + index) } }
}

/** @param {Variant} variant */
function settingsOf({ env }) {
  return readGatewaySettings(env)
}

test('each candidate differs from the baseline in one overhead alone', () => {
  const [plain, tls, json, log, fetch] = ready.variants.map(settingsOf)
  expect(plain).toMatchObject({ client: 'undici', body: 'pass', log: 'off', caFile: null, port: 0, blockMs: 0 })
  expect(json).toEqual({ ...plain, body: 'parse' })
  expect(log).toEqual({ ...plain, log: 'sync' })
  expect(fetch).toEqual({ ...plain, client: 'fetch' })
  const { upstream, caFile, ...others } = /** @type {NonNullable<typeof tls>} */ (tls)
  expect({ ...plain, ...others }).toEqual(plain)
  expect([upstream.href, caFile]).toEqual(['https://127.0.0.1:4001/', expect.stringMatching(/certificate\.pem$/)])
  expect(plain?.upstream.href).toBe('http://127.0.0.1:4000/')
})

test('both upstreams answer at the same times, and the certificate that TLS trusts is that of its upstream', () => {
  const [plain, secure] = served.map(({ env }) => readUpstreamSettings(env))
  expect(secure).toEqual({ ...plain, tls: 'on' })
  const folder = String(secure?.certificateFolder)
  expect(variants.find(({ name }) => name === 'TLS')?.env.CA).toBe(`${folder}/certificate.pem`)
})

test.each([...experiments.values()])('every port in the variables of $name is that of a companion', experiment => {
  const names = (experiment.served ?? []).map(({ name }) => name)
  const texts = experiment.variants.flatMap(({ env }) => Object.values(env))
  const used = texts.flatMap(text => [...text.matchAll(/\{(.*?)\}/g)].map(([, name]) => name))
  expect(new Set(used)).toEqual(new Set(names))
})

test('an experiment without companions is measured as it is', async () => {
  const { info } = Object.fromEntries(experiments)
  const notify = () => {}
  const { signal } = new AbortController()
  expect(await withServed(/** @type {Experiment} */ (info), { signal, notify }, async measured => measured)).toEqual(
    info
  )
})
