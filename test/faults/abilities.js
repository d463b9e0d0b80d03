import { spawnSync } from 'node:child_process'

/** A command that starts its arguments in a terminal of their own, shows what they print, and presses Ctrl-C there when it gets SIGUSR1. */
export const terminalWithKeys = [
  'python3',
  '-c',
  `
import os, pty, signal, sys
pid, terminal = pty.fork()
if pid == 0: os.execvp(sys.argv[1], sys.argv[1:])
signal.signal(signal.SIGUSR1, lambda *_: os.write(terminal, b'\\x03'))
while True:
  try: text = os.read(terminal, 65536)
  except OSError: break
  if not text: break
  os.write(1, text)
code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
# As a shell has it: npm ends itself by the signal.
sys.exit(code if code >= 0 else 128 - code)`
]

/** A command that starts its arguments in a terminal of their own, which it closes when it gets SIGUSR1. It ends with their exit code. */
export const terminalThatCloses = [
  'python3',
  '-c',
  `
import os, pty, signal, sys
pid, terminal = pty.fork()
if pid == 0: os.execvp(sys.argv[1], sys.argv[1:])
signal.signal(signal.SIGUSR1, lambda *_: os.close(terminal))
code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
sys.exit(code if code >= 0 else 128 - code)`
]

/** @type {Map<string, string | null>} */
const known = new Map()

/** Returns why a fault that needs the rights of root cannot be played here; null where it can. */
export function withoutRoot() {
  return process.getuid?.() === 0 ? null : 'needs the rights of root'
}

/** Returns why file systems cannot be mounted here, in a namespace of their own; null where they can. */
export function withoutMounts() {
  return without('mounts in a namespace', ['--mount', 'sh', '-c', 'mount -t tmpfs none /mnt'])
}

/** Returns why networks cannot be made here, in a namespace of their own; null where they can. */
export function withoutNetworks() {
  return without('networks in a namespace', [
    '--net',
    'sh',
    '-c',
    'ip link set lo up && ip address del 127.0.0.1/8 dev lo'
  ])
}

/** @param {string} what @param {string[]} args of `unshare` */
function without(what, args) {
  const reason = known.get(what) ?? probe(what, args)
  known.set(what, reason)
  return reason
}

/** @param {string} what @param {string[]} args */
function probe(what, args) {
  const { status, stderr, error } = spawnSync('unshare', args, { encoding: 'utf8' })
  if (status === 0) return null
  return `needs ${what}: ${(error?.message ?? stderr).trim()}`
}
