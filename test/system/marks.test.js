import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from '@jest/globals'
import { MARK_VARIABLE, newMark } from '../../src/system/marks.js'
import { onLinux } from '../helpers/on-linux.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

removeTemporaryFolders()

onLinux('a process that kills all with its own mark does not kill itself', async () => {
  const script = path.join(temporaryFolder(), 'kills.mjs')
  const marks = JSON.stringify(new URL('../../src/system/marks.js', import.meta.url).href)
  writeFileSync(
    script,
    `import { spawn } from 'node:child_process'
    import { killMarked } from ${marks}
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
    other.on('exit', (_, signal) => console.log(killed.length, killed[0] === other.pid, signal))
    const killed = killMarked(mark => mark === process.env.${MARK_VARIABLE})`
  )
  const env = { ...process.env, [MARK_VARIABLE]: newMark() }
  const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', chunk => void (printed += chunk))
  expect(await once(child, 'close')).toEqual([0, null])
  expect(printed).toBe('1 true SIGKILL\n')
})
