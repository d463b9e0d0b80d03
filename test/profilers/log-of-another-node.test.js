import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { readV8Ticks } from '../../src/profile/read/read-v8-ticks.js'
import { weightsByLine } from '../helpers/lines.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

removeTemporaryFolders()

const text = 'function spin(n) {\n  return n * n\n}\nfunction work() {\n  spin(1)\n  spin(3)\n}\n'
const at = (/** @type {string} */ part) => text.indexOf(part)

/** A log of four ticks, one in the call on line 5 and three in that on line 6. @param {string} version */
function logOf(version) {
  return [
    `v8-version,${version},0`,
    'v8-platform,linux,linux',
    'a-row-that-no-version-knows,1,2,3',
    'profiler,begin,1000',
    `script-source,7,/srv/w.js,${text.replaceAll('\n', '\\n').replaceAll(',', '\\x2C')}`,
    'code-creation,JS,10,100,0x1000,64,work /srv/w.js:4:14,0x51,~',
    `code-source-info,0x1000,7,${at('() {')},${text.length},C0O${at('spin(1)')}C32O${at('spin(3)')},,`,
    'code-creation,JS,12,200,0x2000,64,spin /srv/w.js:1:14,0x52,*',
    `code-source-info,0x2000,7,${at('(n)')},${at('}\n') + 1},C0O${at('n * n')},,`,
    'tick,0x2010,1000,0,0x0,0,0x1008',
    ...[2000, 3000, 4000].map(time => `tick,0x2010,${time},0,0x0,0,0x1028`),
    ''
  ].join('\n')
}

test.each(['9,9,9,9', '99,1,2,3'])('a log of V8 %s is read by this Node.js, with its lines', async version => {
  const log = path.join(temporaryFolder(), 'v8.log')
  writeFileSync(log, logOf(version))
  const read = execFileSync(process.execPath, ['--prof-process', '--preprocess', log], {
    encoding: 'utf8',
    stdio: 'pipe'
  })
  const profile = await readV8Ticks(read.split('\n'))
  expect(weightsByLine(profile)).toEqual({ 'spin:2': 4, 'work:5 > spin': 1, 'work:6 > spin': 3 })
})
