import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { findRoutes } from '../../../src/measure/project/find-routes.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

removeTemporaryFolders()

/** @param {Record<string, string>} files by path */
function projectOf(files) {
  const folder = temporaryFolder()
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  return folder
}

test.each([
  ['express', `app.get('/items', list); app.get("/items/:id", one); app.post('/items', add)`, ['/items']],
  ['a router', `router.get(\`/users/\`, list); router.get('/users/*', all)`, ['/users']],
  ['fastify in TypeScript', `app.get<{ Querystring: { n: string } }>(\n'/sum', add)`, ['/sum']],
  ['fastify', `fastify.route({ method: 'GET', url: '/books', handler })`, ['/books']],
  [
    'node:http',
    `if (request.url === '/plain') end(); switch (url.pathname) { case '/other': end() }`,
    ['/plain', '/other']
  ],
  [
    'nest',
    `@Controller('cats')\nclass Cats { @Get() all() {}\n @Get('new') fresh() {}\n @Get(':id') one() {} }`,
    ['/cats', '/cats/new']
  ],
  ['nest without a path', `@Controller()\nclass App { @Get() hello() {} }`, ['/']],
  ['a client', `axios.get('https://example.org/x'); map.get('key')`, []]
])('routes in the sources of %s', (_what, text, expected) => {
  expect(findRoutes(projectOf({ 'src/a.ts': text }))).toEqual(expected)
})

test('routers below a path, after the routes alone', () => {
  const folder = projectOf({ 'app.js': `app.use('/api', router)`, 'routes/a.js': `router.get('/a', list)` })
  expect(findRoutes(folder)).toEqual(['/a', '/api/a'])
})

test('packages and tests are not read', () => {
  const text = `app.get('/x')`
  expect(findRoutes(projectOf({ 'node_modules/p/a.js': text, 'test/a.js': text, 'a.test.js': text }))).toEqual([])
})

test('what cannot be read is skipped, and the number of folders has a limit', () => {
  const folder = projectOf({ 'app.js': `app.get('/a')` })
  symlinkSync('nowhere', path.join(folder, 'broken.js'))
  expect(findRoutes(folder)).toEqual(['/a'])
  expect(findRoutes(path.join(folder, 'no-such-folder'))).toEqual([])
  for (let index = 0; index < 1100; index++) mkdirSync(path.join(folder, `f${index}`))
  const last = readdirSync(folder).findLast(name => name.startsWith('f')) ?? ''
  writeFileSync(path.join(folder, last, 'deep.js'), `app.get('/deep')`)
  expect(findRoutes(folder)).toEqual(['/a'])
})
