import { info, infoGzip, infoLog } from './info.js'

/** Of this folder, with what the help says of each, `brief` in the list of commands: those of the labs stand in theirs. */
export const builtIn = [
  { experiment: info, about: 'both toggles in one run', brief: 'log and gzip in one run' },
  { experiment: infoLog, about: 'console.log off and sync' },
  { experiment: infoGzip, about: 'gzip off and on' }
]
