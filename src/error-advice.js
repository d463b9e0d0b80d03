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
