import { X509Certificate } from 'node:crypto'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, jest, test } from '@jest/globals'
import { CERTIFICATE_FILE, certificateIn } from '../../../../src/labs/gateway/app/certificate.js'
import { endAll, startFakeUpstream, startGateway } from '../../../app/fake-upstream.js'
import { removeTemporaryFolders, temporaryFolder } from '../../../helpers/temporary-folder.js'

jest.setTimeout(30_000)
removeTemporaryFolders()
afterEach(endAll)

const DAY_MS = 24 * 60 * 60 * 1000

test('is for this machine only, kept, and its key is for its owner only', async () => {
  const folder = path.join(temporaryFolder(), 'certificate')
  const made = await certificateIn(folder)
  const parsed = new X509Certificate(made.cert)
  expect([parsed.checkHost('localhost'), parsed.checkIP('127.0.0.1'), parsed.checkHost('example.com')]).toEqual([
    'localhost',
    '127.0.0.1',
    undefined
  ])
  expect(await certificateIn(folder)).toEqual(made)
  expect(statSync(path.join(folder, 'key.pem')).mode & 0o077).toBe(0)
  expect(readdirSync(path.dirname(folder))).toEqual(['certificate'])
})

test('is made again when it is about to expire, or damaged', async () => {
  const folder = path.join(temporaryFolder(), 'certificate')
  const made = await certificateIn(folder)
  expect(await certificateIn(folder, Date.now() + 28 * DAY_MS)).toEqual(made)
  const renewed = await certificateIn(folder, Date.now() + 29.5 * DAY_MS)
  expect(renewed.cert).not.toBe(made.cert)
  writeFileSync(path.join(folder, CERTIFICATE_FILE), 'damaged')
  const again = await certificateIn(folder)
  expect(again.cert).not.toBe(renewed.cert)
  expect(await certificateIn(folder)).toEqual(again)
})

test('several at once all have the pair that is kept', async () => {
  const folder = path.join(temporaryFolder(), 'certificate')
  const made = await Promise.all(Array.from({ length: 4 }, () => certificateIn(folder)))
  const kept = await certificateIn(folder)
  expect(made).toEqual([kept, kept, kept, kept])
  expect(readdirSync(path.dirname(folder))).toEqual(['certificate'])
})

test.each(['undici', 'fetch', 'http'])('%s trusts this certificate, and no other', async CLIENT => {
  const [folder, otherFolder] = ['one', 'other'].map(name => path.join(temporaryFolder(), name))
  const [certificate] = await Promise.all([certificateIn(folder), certificateIn(otherFolder)])
  const answer = (/** @type {any} */ _request, /** @type {any} */ response) => response.end('{}')
  const upstream = await startFakeUpstream({ answer, certificate })

  const trusting = await startGateway(upstream.origin, { CLIENT, CA: path.join(String(folder), CERTIFICATE_FILE) })
  expect((await fetch(trusting.url)).status).toBe(200)
  for (const CA of ['', path.join(String(otherFolder), CERTIFICATE_FILE)]) {
    const distrusting = await startGateway(upstream.origin, { CLIENT, CA })
    const refused = await fetch(distrusting.url)
    expect([refused.status, await refused.text()]).toEqual([
      502,
      'The upstream failed: its certificate is not the one that CA names (DEPTH_ZERO_SELF_SIGNED_CERT).\n'
    ])
  }
})
