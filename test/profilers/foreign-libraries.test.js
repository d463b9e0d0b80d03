import { mkdirSync, readFileSync, realpathSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { leaveOutForeignLibraries } from '../../src/profilers/foreign-libraries.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

removeTemporaryFolders()

const NAME = 'isolate0x1-7-v8.log'
const own = `shared-library,${process.execPath},0x1000,0x2000,0`

/** Returns a folder of a launch with a log, and what is left of the log. @param {string} text */
async function leftOf(text) {
  const root = realpathSync(temporaryFolder())
  const folder = path.join(root, 'launches', 'a', '0x')
  mkdirSync(folder, { recursive: true })
  const log = path.join(folder, NAME)
  writeFileSync(log, text.replaceAll('{root}', root))
  const born = statSync(log).birthtimeMs
  const leftOut = await leaveOutForeignLibraries(path.join(root, 'launches', 'a'), root)
  expect(statSync(log).birthtimeMs).toBe(born)
  return { lines: readFileSync(log, 'utf8').split('\n'), leftOut, log }
}

test('a log whose libraries are files of this machine is not changed', async () => {
  const ofNoFile = ['[vdso]', '[vsyscall]', '7f00-7fff'].map(name => `shared-library,${name},0x1,0x2,0`)
  const text = ['v8-version,13,6,0,0', own, ...ofNoFile, 'tick,0x1,12,0,0x0,0', ''].join('\n')
  const { lines, leftOut } = await leftOf(text)
  expect(lines.join('\n')).toBe(text)
  expect(leftOut).toEqual([])
})

test.each(
  [
    'shared-library,--plugin=./x.so,0x1,0x2,0',
    'shared-library,-x',
    'shared-library,,0x1,0x2,0',
    'shared-library',
    'shared-library,libc.so,0x1,0x2,0',
    'shared-library,./x.so,0x1,0x2,0',
    'shared-library,[heap],0x1,0x2,0',
    'shared-library,/,0x1,0x2,0',
    'shared-library,/no/such/lib.so,0x1,0x2,0',
    `shared-library,${process.execPath}\\x2cx,0x1,0x2,0`,
    `shared-library,{root}/launches/a/0x/${NAME},0x1,0x2,0`,
    `shared-library,${'/'.repeat(9000)}${process.execPath},0x1,0x2,0`,
    'shared\\x2dlibrary,--plugin=./x.so,0x1,0x2,0',
    '\\u0073hared-library,--plugin=./x.so,0x1,0x2,0'
  ].map(line => ({ name: line.slice(0, 60), line }))
)('$name is left out', async ({ line }) => {
  const { lines, leftOut, log } = await leftOf(`${own}\n${line}\n${own}`)
  expect(lines[0]).toBe(own)
  expect(lines[1]?.[0]).toBe('#')
  expect(lines[2]).toBe(own)
  expect(leftOut).toEqual([{ file: log, count: 1, first: 2 }])
})

test('a library is found wherever the log is read in parts', async () => {
  const foreign = 'shared-library,--plugin=./x.so,0x1,0x2,0\n'
  for (const shift of [0, 1, 8, 16, 24, 32, foreign.length - 1, foreign.length]) {
    const before = `tick,${'x'.repeat((1 << 20) - shift - 6)}\n`
    const { lines, leftOut } = await leftOf(`${before}${foreign.repeat(400)}tick,0\n`)
    expect(lines.filter(line => line.startsWith('shared'))).toEqual([])
    expect(leftOut).toEqual([expect.objectContaining({ count: 400, first: 2 })])
  }
})

test('a link in place of a log is not opened', async () => {
  const root = realpathSync(temporaryFolder())
  const outside = path.join(temporaryFolder(), 'file')
  writeFileSync(outside, 'shared-library,x\n')
  symlinkSync(outside, path.join(root, NAME))
  await expect(leaveOutForeignLibraries(root, root)).rejects.toMatchObject({ code: 'ELOOP' })
  expect(readFileSync(outside, 'utf8')).toBe('shared-library,x\n')
})
