import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** The two generators by hand against `npm start`, as the README says: three commands in two terminals. */
const READY = 'Listening on http://127.0.0.1:8080/info'
const isWindows = process.platform === 'win32'

const server = spawn('npm', ['start'], { stdio: ['ignore', 'pipe', 'inherit'], detached: !isWindows, shell: isWindows })
const serverEnded = once(server, 'close')
try {
  await waitUntilReady()
  await run('load:autocannon')
  await run('load:artillery')
} finally {
  if (server.pid) process.kill(isWindows ? server.pid : -server.pid, 'SIGTERM')
  await serverEnded
}

async function waitUntilReady() {
  let said = ''
  server.stdout.setEncoding('utf8')
  const ready = new Promise(resolve => {
    server.stdout.on('data', chunk => {
      said += chunk
      if (said.includes(READY)) resolve(true)
    })
  })
  await Promise.race([ready, serverEnded])
  if (!said.includes(READY)) throw new Error(`npm start did not listen on port 8080: ${said}`)
}

/** @param {string} script */
async function run(script) {
  const child = spawn('npm', ['run', script], { stdio: 'inherit', shell: isWindows })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`npm run ${script} ended with exit code ${code}`)
}
