import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { masked } from '../../../src/errors/secrets.js'
import { findEnvironmentSecrets } from '../../../src/measure/project/environment-secrets.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

removeTemporaryFolders()

const plain = {
  NODE_ENV: 'production',
  REGION: 'north-europe-one',
  PORT: '12345678',
  SINCE: '2026-11-22T10:00:00Z',
  LOG_FILE: './logs/server-1.log',
  UPSTREAM: 'http://127.0.0.1:3000/items',
  HOST: 'db1.internal:5432',
  SHORT: 'a1b2c3d'
}
const secret = {
  STRIPE: 'rT7-planted/1',
  UPLOADS: 'https://me:planted-2@files/x',
  SIGNED: 'https://files/x?sig=planted-3',
  APP_SECRET: 'pla-4d',
  EIGHT: 'a1b2c3d4'
}

test('values of .env files are secrets, without words, numbers, paths and plain addresses', () => {
  const folder = temporaryFolder()
  const own = path.join(folder, 'my-app-2026')
  mkdirSync(path.join(own, '.env.folder'), { recursive: true })
  write('.env', { ...plain, STRIPE: secret.STRIPE, PROJECT: 'my-app-2026' })
  write('.env.local', {
    UPLOADS: secret.UPLOADS,
    SIGNED: secret.SIGNED,
    APP_SECRET: `"${secret.APP_SECRET}"`,
    EIGHT: secret.EIGHT
  })
  write('.env.example', { EXAMPLE: 'example-value-1' })
  writeFileSync(path.join(own, '.env.lines'), 'MULTI="planted line 6\nplanted line 7"\n')
  process.env.INHERITED_TOKEN = 'planted-inherited-5'
  findEnvironmentSecrets([{ cwd: own }, { cwd: own }, {}, { cwd: path.join(folder, 'none') }])
  delete process.env.INHERITED_TOKEN
  const kept = [...Object.values(plain), 'my-app-2026', 'example-value-1'].join(' ')
  expect(masked(kept)).toBe(kept)
  expect(
    masked(`${secret.STRIPE} ${secret.APP_SECRET} ${secret.EIGHT} planted-2 planted-3 planted-inherited-5`)
  ).toMatch(/^\$STRIPE \$APP_SECRET \$EIGHT \$PASSWORD \$SIG \$INHERITED_TOKEN$/)
  expect(masked('a planted line 7, a planted line 6')).toMatch(/^a \$MULTI_\d, a \$MULTI_\d$/)

  /** @param {string} name @param {Record<string, string>} fields */
  function write(name, fields) {
    const lines = Object.entries(fields).map(pair => pair.join('='))
    writeFileSync(path.join(own, name), `${lines.join('\n')}\n`)
  }
})
