import { execFileSync } from 'node:child_process'
import { expect, test } from '@jest/globals'
import { bashScript, completionTable, fishScript, zshScript } from '../../../src/cli/commands/completion.js'
import { workshop } from '../../helpers/workshop.js'

const table = completionTable()
/** Words as bash has them after a Tab, with the last one begun. */
const complete = `
complete -p profiling-workshop
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
_profiling_workshop profiling-workshop
printf '%s\\n' "\${COMPREPLY[@]}"`
const itBash = hasBash() ? test : test.skip

itBash.each([
  [['exp'], ['export']],
  [
    ['compare', '--pr'],
    ['--profiler', '--preload', '--prepare']
  ],
  [['compare', 'node a.js', '--load', 'pa'], ['paced']],
  [['compare', '--profiler', 'prof,de'], ['prof,devtools']],
  [
    ['run', 'info-'],
    ['info-log', 'info-gzip']
  ],
  [['export', 'folder', '--format', 's'], ['speedscope']],
  [['help', 'cal'], ['calibrate']],
  [['completion', 'b'], ['bash']],
  // Nothing of its own: bash completes names of files.
  [['compare', '--cwd', 's'], ['']]
])('bash completes %j', (words, expected) => {
  const printed = execFileSync(
    'bash',
    ['-c', `${bashScript(table)}${complete}`, 'bash', 'profiling-workshop', ...words],
    {
      encoding: 'utf8'
    }
  )
  const [definition, ...found] = printed.replace(/\n$/, '').split('\n')
  expect(definition).toBe('complete -o default -F _profiling_workshop profiling-workshop')
  expect(found).toEqual(expected)
})

test('each shell has a script, with all commands and their options', async () => {
  for (const [shell, script] of Object.entries({ bash: bashScript, zsh: zshScript, fish: fishScript })) {
    const { code, stdout } = await workshop(['completion', shell])
    expect({ code, stdout }).toEqual({ code: 0, stdout: script(table) })
    for (const { name, options } of table)
      for (const word of [name, ...options.map(each => each.name)]) expect(stdout).toContain(word)
  }
})

test('every command is in the table, and another shell is refused', async () => {
  const { stderr } = await workshop(['no-such'])
  const commands = /Allowed: (.*)\./.exec(stderr)?.[1]?.split(', ') ?? []
  expect(table.map(({ name }) => name).toSorted()).toEqual([...commands, 'help'].toSorted())
  expect(await workshop(['completion', 'csh'])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/name one shell\. Allowed: bash, zsh, fish/)
  })
})

function hasBash() {
  try {
    execFileSync('bash', ['--version'])
    return true
  } catch {
    return false
  }
}
