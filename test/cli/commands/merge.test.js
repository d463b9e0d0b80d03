import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { main } from '../../../src/cli/main.js'
import { makeShard } from '../../helpers/make-shards.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

removeTemporaryFolders()

test('merge prints the answer with its machines, and ends with 1 where a gate fired, 2 and 3 where it is refused', async () => {
  const out = temporaryFolder()
  const paths = await Promise.all([1, 2, 4].map(index => makeShard(out, index)))
  const { code, stdout } = await printed(['merge', ...paths, '--out', path.join(out, 'merged')])
  expect(code).toBe(0)
  expect(stdout).toContain('log=sync is slower than log=off')
  expect(stdout).toContain('3 machines, 18 rounds')
  expect(stdout).toContain('Not given: 1 shard (3).')
  const gated = await printed([
    'merge',
    ...paths,
    '--out',
    path.join(out, 'merged'),
    '--fail-if-slower',
    '5%',
    '--quiet'
  ])
  expect(gated.code).toBe(1)
  expect(gated.stderr).toMatch(/^Gate fired: /)
  expect((await printed(['merge', ...paths.slice(0, 2), '--out', out])).code).toBe(3)
  expect((await printed(['merge', ...paths, paths[0] ?? '', '--out', out])).code).toBe(2)
  expect((await printed(['merge'])).code).toBe(2)
})

test.each(['2', '0/4', '5/4', '1/2', '1/1000'])('--shard %s is refused with both limits', async typed => {
  const { code, stderr } = await printed(['compare', 'node a.js', 'node b.js', '--shard', typed])
  expect(code).toBe(2)
  expect(stderr).toContain('from 1/3 to 999/999')
})

/** @param {string[]} args */
async function printed(args) {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true)
  const error = jest.spyOn(process.stderr, 'write').mockReturnValue(true)
  try {
    const code = await main(args)
    const texts = [write, error].map(spy => spy.mock.calls.map(([text]) => String(text)).join('\n'))
    return { code, stdout: texts[0] ?? '', stderr: texts[1] ?? '' }
  } finally {
    write.mockRestore()
    error.mockRestore()
  }
}
