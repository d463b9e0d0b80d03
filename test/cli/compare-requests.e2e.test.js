import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'
import { workshop } from '../helpers/workshop.js'

/** @import { Analysis } from '../../src/types.js' */

jest.setTimeout(180_000)
removeTemporaryFolders()

/** The route /b alone costs about 100 µs more where the environment says so. */
const server = `const { createServer } = require('node:http')

createServer(function answer(request, response) {
  const count = request.url === '/b' && process.env.SLOW ? 60_000 : 10
  let sum = 0
  for (let index = 0; index < count; index++) sum += Math.sqrt(index)
  response.setHeader('content-type', 'text/plain').end(String(sum > 0))
}).listen(0)
`

test('of two requests the one that is slower has the verdict, and the report names it', async () => {
  const folder = temporaryFolder()
  writeFileSync(path.join(folder, 'server.js'), server)
  const body = path.join(folder, 'body.txt')
  writeFileSync(body, 'password=secret7')
  const out = path.join(folder, 'profiles')
  const { code, stdout, stderr } = await workshop([
    'compare',
    'DB_PASSWORD=secret7 node server.js',
    'DB_PASSWORD=secret7 SLOW=1 node server.js',
    ...['--request', '9x GET /a', '--request', `POST /b @${body}`, '--header', 'Authorization: Bearer 123'],
    ...['--quick', '--only', 'verdict', '--cwd', folder, '--out', out]
  ])
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
  const [run = ''] = readdirSync(out).filter(name => name.includes('compare'))
  const read = (/** @type {string} */ file) => readFileSync(path.join(out, run, file), 'utf8')
  /** @type {Analysis} */
  const { requests = [], responses, question } = JSON.parse(read('analysis.json'))
  expect(question).toBe('Is SLOW=1 slower than baseline on 2 requests?')
  const [a, b] = requests.map(({ verdicts }) => verdicts[0])
  expect(b?.verdict).toBe('slower')
  expect(a?.lean ?? a?.verdict).not.toBe('slower')
  expect(requests.map(({ share }) => share)).toEqual([0.9, 0.1])
  expect(responses.map(({ variant, request }) => `${variant} ${request}`)).toEqual([
    'baseline GET /a',
    'baseline POST /b',
    'SLOW=1 GET /a',
    'SLOW=1 POST /b'
  ])
  expect(stdout).toMatch(/POST \/b is\s+slower/)
  const files = readdirSync(path.join(out, run), { recursive: true, withFileTypes: true }).filter(each => each.isFile())
  for (const { parentPath, name } of files)
    expect(readFileSync(path.join(parentPath, name), 'latin1')).not.toMatch(/Bearer 123|secret7/)
})
