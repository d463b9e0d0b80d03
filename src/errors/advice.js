const networkAdvice = 'Check the network and the registry (npm ping), and run the lab again.'
const writeAdvice = 'Make that folder writable, or clone the repository where you may write.'
const roomAdvice = 'Make room for 300 MB there, and run the lab again.'

/** What to do about the error of a copy, by the code of the system. @type {Record<string, (copy: { source: string, folder: string }) => string>} */
export const copyAdvice = {
  ENOSPC: ({ folder }) => `The disk is full: make room on the file system of ${folder}.`,
  EDQUOT: ({ folder }) => `The quota is used up: make room in ${folder}.`,
  EFBIG: () => 'The size of files is limited: see ulimit -f.',
  ENOENT: ({ source }) => `${source} was removed during the run: run the lab again, which writes it again.`,
  EEXIST: ({ folder }) => `Another process writes in ${folder}: remove that folder.`
}

/** What to do about packages that could not be installed, by the code of npm or of the system. @type {Record<string, string>} */
export const installAdvice = {
  ENPM: 'Install npm, which comes with Node.js, or run npm ci there by hand.',
  ENOTFOUND: networkAdvice,
  EAI_AGAIN: networkAdvice,
  ECONNREFUSED: networkAdvice,
  ECONNRESET: networkAdvice,
  ENETUNREACH: networkAdvice,
  ETIMEDOUT: networkAdvice,
  ERR_SOCKET_TIMEOUT: networkAdvice,
  ENOTCACHED: networkAdvice,
  ENOSPC: roomAdvice,
  EDQUOT: roomAdvice,
  EACCES: writeAdvice,
  EPERM: writeAdvice,
  EROFS: writeAdvice
}

const roomForRuns = 'Make room on that disk, or name another folder with --out.'
const writeRuns = 'Let this user write there, or name another folder with --out.'
const moreFiles = 'Allow more open files (ulimit -n 1024), and measure again.'
const moreMemory = 'Free memory, and measure again.'

/** What to do about an error of the system that ended a run, by its code. @type {Record<string, string>} */
export const systemAdvice = {
  ENOSPC: roomForRuns,
  EDQUOT: roomForRuns,
  EACCES: writeRuns,
  EPERM: writeRuns,
  EROFS: writeRuns,
  EMFILE: moreFiles,
  ENFILE: moreFiles,
  ENOMEM: moreMemory,
  EAGAIN: 'Allow this user more processes (ulimit -u), and measure again.',
  ENOENT: 'Make the folder that is missing (TMPDIR names that of temporary files), and measure again.',
  EADDRNOTAVAIL: 'It needs the address 127.0.0.1: set up the loopback interface (ip link set lo up).'
}

/** What reports a run that did not end as planned; follows "the command" or a semicolon. */
export const reportAdvice = 'report <run folder> writes the report of what was measured before'
