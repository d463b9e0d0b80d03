import { randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { PROC } from './platform.cjs'
import { namespaceOf, processIds, processStart } from './process-table.js'

/** Every child of the workshop has this variable, and so have all processes that descend from it. */
export const MARK_VARIABLE = 'WORKSHOP_MARK'

const MARK = /(?:^|\0)WORKSHOP_MARK=([^\0]*)/
const OWNER = /^(\d{10})-(\d{20})-[0-9a-f]{16}-/
const UNKNOWN_START = '0'.repeat(20)
/** A process that starts others faster than they are found is not followed for ever. */
const MOST_PASSES = 50

/** All marks have the same length: that of the environment can change how fast a program is. */
const ownMark = [String(process.pid).padStart(10, '0'), startText(process.pid), randomBytes(8).toString('hex')].join(
  '-'
)

/** Returns the mark that begins those of all children of this process: its id, its start and a random part. */
export function markOfThisProcess() {
  return ownMark
}

/** Returns a new mark for one child. */
export function newMark() {
  return `${ownMark}-${randomBytes(4).toString('hex')}`
}

/**
 * Kills all processes of this user with a mark, and those that they start meanwhile. Where the system does not show the environment of
 * processes, none is found.
 * @param {(mark: string, pid: number) => boolean} isMeant
 * @returns {number[]} their ids
 */
export function killMarked(isMeant) {
  /** @type {Set<number>} */
  const killed = new Set()
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const found = readMarks().filter(({ pid, mark }) => !killed.has(pid) && isMeant(mark, pid))
    if (found.length === 0) break
    for (const { pid } of found) {
      killed.add(pid)
      sendSignal(pid)
    }
  }
  return [...killed]
}

/** Kills the processes that an earlier workshop of this user and this machine has left, which was itself killed. */
export function killLeftovers() {
  const namespace = namespaceOf(process.pid)
  return killMarked(function isLeft(mark, pid) {
    const [, owner, startedAt] = OWNER.exec(mark) ?? []
    if (owner === undefined || startedAt === undefined || namespace === null) return false
    // In a container the ids are others.
    if (namespaceOf(pid) !== namespace) return false
    const start = startText(Number(owner))
    // A workshop that sees no /proc does not know its own start: any process of that number may be it.
    return startedAt === UNKNOWN_START ? start === UNKNOWN_START : start !== startedAt
  })
}

/** Returns the processes of this user that have a mark, without this one. @returns {{ pid: number, mark: string }[]} */
function readMarks() {
  const user = process.geteuid?.()
  return processIds().flatMap(function readMark(pid) {
    try {
      if (pid === process.pid || statSync(`${PROC}/${pid}`).uid !== user) return []
      const [, mark] = MARK.exec(readFileSync(`${PROC}/${pid}/environ`, 'latin1')) ?? []
      return mark === undefined ? [] : [{ pid, mark }]
    } catch {
      // It has ended since the folder was listed.
      return []
    }
  })
}

/** Returns the start of a process as marks have it; zeros of one that has ended. @param {number} pid */
function startText(pid) {
  return String(processStart(pid) ?? '').padStart(20, '0')
}

/**
 * Sends a signal to a process, or to a whole group by its negative id. One that has ended is no error.
 * @param {number} pid
 * @param {NodeJS.Signals} [signal] SIGKILL when absent
 */
export function sendSignal(pid, signal = 'SIGKILL') {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended by now.
  }
}
