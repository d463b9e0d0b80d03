import { expect, test } from '@jest/globals'
import { commandText, shownCommand, shownValue, shownWord } from '../../src/errors/secrets.js'

test.each([
  ...['Authorization', 'cookie', 'set-cookie', 'x-api-key', 'x-jwt', 'X-Access-Token', 'proxy-authorization'],
  ...['PASSWORD', 'PGPASSWORD', 'DB_PASS', 'MYSQL_PWD', 'MYSQL_ROOT_PASSWD', 'AWS_SECRET_ACCESS_KEY', 'apiKey'],
  ...['API_KEYS', 'SENTRY_DSN', 'DATABASE_URL', 'MONGODB_URI', 'REDIS_URL', 'GOOGLE_APPLICATION_CREDENTIALS']
])('the value of %s is not shown', name => {
  expect(shownValue(name, 'v7')).toBe('(not saved)')
})

test.each(['accept', 'x-author', 'LOG', 'NODE_OPTIONS', 'PASSENGERS', 'KEYBOARD', 'PWD', 'UPSTREAM_URL', 'NODE_ENV'])(
  'the value of %s is shown',
  name => {
    expect(shownValue(name, 'v7')).toBe('v7')
  }
)

test.each([
  ['PASSWORD=x y', 'PASSWORD=(not saved)'],
  ['--api-key=x', '--api-key=(not saved)'],
  ['--title=x', '--title=x'],
  ['TOKEN=x LOG=1 node a.js', 'TOKEN=(not saved)'],
  ['LOG=1 TOKEN=x node a.js', "LOG=1 TOKEN='(not saved)' node a.js"],
  ['/x?token=1', '/x?token=1']
])('the word %j of a command is shown as %j', (word, shown) => {
  expect(shownWord(word)).toBe(shown)
})

test.each([["'a b'"], ['"a \\" b"'], ['a\\ b'], ['ab'], ["a'b c'd"]])(
  'the whole value %j of a variable is left out of a command',
  value => {
    expect(shownCommand(`LOG=1 TOKEN=${value} node a.js`)).toBe("LOG=1 TOKEN='(not saved)' node a.js")
  }
)

test('a command as a person types it has no secret values', () => {
  const command = ['cross-env', 'DB_PASSWORD=x', 'node', 'a.js']
  expect(commandText({ command, env: { LOG: '1', TOKEN: 'y' } })).toBe(
    "LOG=1 TOKEN='(not saved)' cross-env 'DB_PASSWORD=(not saved)' node a.js"
  )
})
