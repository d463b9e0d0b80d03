import { expect, test } from '@jest/globals'
import { WorkshopError } from '../../src/errors/errors.js'
import {
  commandText,
  findSecrets,
  hidden,
  isSecretName,
  masked,
  maskedArguments,
  maskedDeep,
  maskedFields,
  maskedWords,
  withoutSecrets
} from '../../src/errors/secrets.js'

test.each([
  ...['Authorization', 'cookie', 'set-cookie', 'x-api-key', 'x-jwt', 'X-Access-Token', 'proxy-authorization'],
  ...['PASSWORD', 'PGPASSWORD', 'DB_PASS', 'MYSQL_PWD', 'MYSQL_ROOT_PASSWD', 'AWS_SECRET_ACCESS_KEY', 'apiKey'],
  ...['API_KEYS', 'SENTRY_DSN', 'DATABASE_URL', 'MONGODB_URI', 'REDIS_URL', 'GOOGLE_APPLICATION_CREDENTIALS'],
  ...['PAT', 'GITHUB_PAT', 'sig', 'X-Amz-Signature', 'access_token', 'x-csrf-token', 'connect.sid', 'otp']
])('%s is the name of a secret', name => {
  expect(isSecretName(name)).toBe(true)
})

test.each([
  ...[
    'accept',
    'x-author',
    'LOG',
    'NODE_OPTIONS',
    'PASSENGERS',
    'KEYBOARD',
    'PWD',
    'OLDPWD',
    'UPSTREAM_URL',
    'NODE_ENV'
  ],
  ...['PATH', 'COMPATIBLE', 'SIGNAL', 'design', 'OUTSIDE']
])('%s is none', name => {
  expect(isSecretName(name)).toBe(false)
})

test.each([
  [['PASSWORD=x y'], ['PASSWORD=$PASSWORD']],
  [['--api-key=x1'], ['--api-key=$API_KEY']],
  [
    ['--token', 's3cr3t', '--title', 's3cr3t'],
    ['--token', '$TOKEN', '--title', '$TOKEN']
  ],
  [
    ['--auth', '--title=x'],
    ['--auth', '--title=x']
  ],
  [
    ['-H', 'authorization: Bearer a1-b2-c3'],
    ['-H', 'authorization: Bearer $AUTHORIZATION']
  ],
  [['TOKEN=x2 LOG=1 node a.js'], ['TOKEN=$TOKEN_2']],
  [['LOG=1 TOKEN=x3 node a.js'], ['LOG=1 TOKEN=$TOKEN_3 node a.js']],
  [['node a.js --token x4 --title x'], ['node a.js --token $TOKEN_4 --title x']],
  [['/x?page=2&access_token=x5&sig=x6#y'], ['/x?page=2&access_token=$ACCESS_TOKEN&sig=$SIG#y']],
  [['postgres://me:x7@db/a?key=x8'], ['postgres://me:$PASSWORD_2@db/a?key=$KEY']],
  [
    ['--key', './certs/server.pem', 'see ./certs/server.pem'],
    ['--key', '$KEY_2', 'see ./certs/server.pem']
  ],
  [
    ['--token', '$TOKEN'],
    ['--token', '$TOKEN']
  ]
])('the words %j of a command are shown as %j', (words, shown) => {
  expect(maskedWords(words)).toEqual(shown)
})

test.each([["'a9 b'"], ['"a9 \\" b"'], ['a9\\ b'], ['a9'], ["a9'b c'd"]])(
  'the whole value %j of a variable is left out of the text of a command',
  value => {
    expect(maskedArguments([`LOG=1 MY_TOKEN=${value} node a.js`])[0]).toMatch(/^LOG=1 MY_TOKEN=\S+ node a\.js$/)
    expect(maskedArguments([`LOG=1 MY_TOKEN=${value} node a.js`])[0]).not.toMatch(/a9/)
  }
)

test('of what is typed after a command, the value of a secret option is left out, in both forms, and no other', () => {
  const typed = ['--api-token', 'b1-first', '--title', 'b1-title', '--auth-key=b1 second', '--title=b1-other']
  expect(maskedArguments(typed)).toEqual([
    '--api-token',
    expect.stringMatching(/^\$API_TOKEN/),
    '--title',
    'b1-title',
    expect.stringMatching(/^--auth-key=\$AUTH_KEY/),
    '--title=b1-other'
  ])
})

test('a short value is masked as a word of its own, and one of twelve characters also within another word', () => {
  for (const value of ['elevenchars', 'twelve-chars']) hidden('--given', value, { isGiven: true })
  expect(masked('xelevencharsx elevenchars xtwelve-charsx')).toBe('xelevencharsx $GIVEN x$GIVEN_2x')
})

test('a value that a name gave is masked wherever it is repeated, also in other forms', () => {
  findSecrets({
    headers: {
      authorization: `Basic ${Buffer.from('me:pa55&word').toString('base64')}`,
      cookie: 'sid=5e55ion; theme=dark1'
    },
    body: '{"user":"me","password":"hunter2\\"x"}'
  })
  const log = 'pa55&word pa55%26word 5e55ion {"p":"hunter2\\"x"} hunter2"x dark1'
  expect(withoutSecrets(log)).toMatch(/^\$PASSWORD_\d \$PASSWORD_\d \$SID \{"p":"\$PASSWORD_\d"\} \$PASSWORD_\d dark1$/)
})

test.each([
  ['{"apiKey":"5h0rt"}', '{"apiKey":"$APIKEY"}'],
  ["headers: { 'x-api-key': 'v4lue-1' }", "headers: { 'x-api-key': '$X_API_KEY' }"],
  ['connected with password: pa55w0rd-2', 'connected with password: $PASSWORD'],
  ['token=t0ken-3 user=me', 'token=$TOKEN user=me'],
  ['PASSWORD = pa55w0rd-4', 'PASSWORD = $PASSWORD'],
  ["Map { 'password' => 'pa55w0rd-5' }", "Map { 'password' => '$PASSWORD' }"],
  ['{"m":"{\\"token\\":\\"t0ken-6\\"}"}', '{"m":"{\\"token\\":\\"$TOKEN\\"}"}']
])('of a log, %j is shown as %j', (text, shown) => {
  const pattern = shown.replace(/[\\^.*+?()[\]{}|]/g, '\\$&').replace(/\$([A-Z_]+)/g, '\\$$$1(_\\d+)?')
  expect(withoutSecrets(text)).toMatch(new RegExp(`^${pattern}$`))
})

test.each([
  'password authentication failed for user "me"',
  'token: missing',
  'key = /orders/7',
  'Error: invalid key: expected a number.',
  '    at auth (/srv/app/auth.js:12:5)',
  'http://127.0.0.1:3000/items?page=2',
  'ssh://git@github.com/x/y'
])('%j has no secret', text => {
  expect(withoutSecrets(text)).toBe(text)
})

test.each([
  `ghp_${'aB1'.repeat(12)}`,
  `github_pat_${'aB1_'.repeat(6)}`,
  `sk-proj-${'aB1'.repeat(8)}`,
  `sk_live_${'aB1'.repeat(8)}`,
  'AKIAIOSFODNN7EXAMPLE',
  `eyJhbGciOiJIUzI1NiJ9.${'aB1'.repeat(8)}.${'aB1_'.repeat(8)}`,
  `xoxb-${'123-'.repeat(5)}x`,
  `npm_${'aB1'.repeat(12)}`,
  '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----'
])('%s is a token by its form', token => {
  expect(masked(`const a = "${token}"`)).toMatch(/^const a = "\$TOKEN(_\d+)?"$/)
})

test('a word, a number and a path that a name gave are masked at their place only', () => {
  expect(maskedFields({ JWT_SECRET: 'development', AUTH_PORT: '3000', SSL_KEY: '/etc/ssl/a.pem' })).toEqual({
    JWT_SECRET: '$JWT_SECRET',
    AUTH_PORT: '$AUTH_PORT',
    SSL_KEY: '$SSL_KEY'
  })
  expect(masked('development 3000 /etc/ssl/a.pem')).toBe('development 3000 /etc/ssl/a.pem')
  hidden('--secret', 'plain', { isGiven: true })
  expect(masked('plain, plainly')).toBe('$SECRET, plainly')
})

test('records and errors have no known value, and numbers and bytes as they were', () => {
  findSecrets(['--password', 'd33p-v4lue'])
  const columns = new Uint32Array([1, 2])
  const found = maskedDeep({ name: 'at d33p-v4lue', list: ['d33p-v4lue', 1, null], counts: [1, 2], columns })
  expect(found).toEqual({
    name: expect.not.stringMatching('d33p'),
    list: [expect.not.stringMatching('d33p'), 1, null],
    counts: [1, 2],
    columns
  })
  expect(found.columns).toBe(columns)
  const { message, details } = new WorkshopError('ERR_SYSTEM', { problem: 'open d33p-v4lue: token=other-v4lue' })
  expect(message + JSON.stringify(details)).not.toMatch(/v4lue/)
})

test('a command as a person types it has variables in double quotes for its secret values', () => {
  const command = ['cross-env', 'DB_PASSWORD=x', 'node', 'a "b".js']
  expect(commandText({ command, env: { LOG: '1', SECRET_A: 'y' } })).toMatch(
    /^LOG=1 SECRET_A="\$SECRET_A" cross-env "DB_PASSWORD=\$DB_PASSWORD" node 'a "b"\.js'$/
  )
})
