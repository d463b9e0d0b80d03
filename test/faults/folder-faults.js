import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { withoutMounts, withoutRoot } from './abilities.js'
import { statusOf, VERDICT } from './play-fault.js'

/** @import { Fault, Run } from './play-fault.js' */

const NOBODY = 65534
const asNobody = ['setpriv', '--reuid', String(NOBODY), '--clear-groups']

/** @type {Record<string, (run: Run) => Promise<void>>} */
const reached = {
  start: async () => {},
  slice: run => run.untilSlices(2),
  'profiled launch': run => run.until(() => run.processes(/--inspect/).length > 0, 'a profiled server runs'),
  report: run => run.until(() => statusOf(run.runFolder()) === 'complete', 'all is measured')
}

/** What happens to the folder for runs. @type {Fault[]} */
export const faultsOfFolders = [
  ...['start', 'slice', 'profiled launch', 'report'].map(stage => diskFull(stage)),
  {
    fault: 'the folder for runs is a file',
    stage: 'start',
    codes: [3],
    says: /Cannot write the run folder/,
    mayHaveNoRun: true,
    before: ({ out }) => writeFileSync(out, '')
  },
  {
    fault: 'the folder for runs is read-only, as another user',
    stage: 'start',
    codes: [3],
    says: /Cannot write the run folder/,
    mayHaveNoRun: true,
    cannot: withoutRoot,
    wrapper: asNobody,
    before({ folder, out }) {
      mkdirSync(out)
      chmodSync(folder, 0o755)
      chmodSync(out, 0o555)
    }
  },
  ...['slice', 'report'].map(stage => readOnly(stage)),
  {
    fault: 'another user runs it, without a home',
    stage: 'start',
    codes: [0],
    says: VERDICT,
    cannot: withoutRoot,
    env: { HOME: '/nonexistent' },
    wrapper: asNobody,
    before: ({ folder }) => chmodSync(folder, 0o777)
  }
]

/** @param {string} stage @returns {Fault} */
function diskFull(stage) {
  return {
    fault: 'the disk is full',
    stage,
    // Where all is measured, the report is printed, and says which files are missing: all, or the page where the figures came first.
    codes: [3],
    says: stage === 'report' ? /could not be written: ENOSPC/ : /ENOSPC/,
    mayHaveNoRun: stage === 'start',
    cannotSave: true,
    cannot: withoutMounts,
    ...(stage === 'profiled launch' && { options: ['--duration', '0.2', '--rounds', '2', '--profiler', 'cdp'] }),
    before({ out }) {
      mkdirSync(out)
      execFileSync('mount', ['-t', 'tmpfs', '-o', stage === 'start' ? 'size=4k' : 'size=20m', 'none', out])
    },
    async during(run) {
      await reached[stage]?.(run)
      if (stage !== 'start') fill(path.join(run.out, 'filler'))
    },
    after({ out }) {
      rmSync(path.join(out, 'filler'), { force: true })
      execFileSync('umount', ['--lazy', out])
    }
  }
}

/** @param {string} file */
function fill(file) {
  try {
    writeFileSync(file, Buffer.alloc(25e6))
  } catch {
    // It is full now.
  }
}

/** @param {string} stage @returns {Fault} */
function readOnly(stage) {
  return {
    fault: 'the run folder becomes read-only, as another user',
    stage,
    codes: [3],
    says: stage === 'report' ? /could not be written: EACCES/ : /EACCES/,
    cannot: withoutRoot,
    wrapper: asNobody,
    before({ folder, out }) {
      mkdirSync(out)
      chmodSync(folder, 0o755)
      chownSync(out, NOBODY, NOBODY)
    },
    async during(run) {
      await reached[stage]?.(run)
      const root = run.runFolder()
      for (const name of ['', 'launches', 'generators']) chmodSync(path.join(root, name), 0o555)
    }
  }
}
