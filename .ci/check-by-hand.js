import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** The two generators by hand against `npm start`, as the README says: three commands in two terminals. */
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
const server = spawn(npm, ['start', '--', '--gzip', 'on'], { stdio: ['ignore', 'pipe', 'inherit'], detached: true })
process.on('exit', endServer)
let said = ''
for await (const chunk of server.stdout) {
  said += chunk
  if (said.includes('Listening on http://127.0.0.1:8080/info')) break
}

await run('load:autocannon')
await run('load:artillery')

/** @param {string} script */
async function run(script) {
  const child = spawn(npm, ['run', script], { stdio: 'inherit' })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`npm run ${script} ended with exit code ${code}`)
}

function endServer() {
  process.kill(-(server.pid ?? 0), 'SIGTERM')
}
