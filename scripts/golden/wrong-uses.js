import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Wrong uses of the command line: none of them may measure. Each is a line of arguments. */

const compare = ['compare', 'node a.js', 'node b.js']

/** @type {string[][]} */
export const wrongUses = [
  ['measure'],
  ['--port', '1'],
  ['help', 'measure'],
  ['run'],
  ['run', 'inof-log'],
  ['run', 'info', '--profilers', 'prof'],
  ['run', 'info', '--profiler', 'v8'],
  ['run', 'info', '--profiler', ''],
  ['run', 'info', '--load', 'wrk'],
  ['run', 'info', '--rounds', '0'],
  ['run', 'info', '--rounds', 'many'],
  ['run', 'info', '--rounds'],
  ['run', 'info', '--rounds', '8', '--rounds', '9'],
  ['run', 'info', '--only', 'bytes'],
  ['run', 'info', '--until', '0'],
  ['run', 'info', '--until', '1%', '--rounds', '8'],
  ['run', 'info', '--duration', '-1'],
  ['run', 'info', '--max-time', '1h'],
  ['run', 'info', '--seed', '1.5'],
  ['run', 'info', '--quick', '--only', 'all'],
  ['run', 'info', '--quick', '--quiet=yes'],
  ['run', 'info', '--fail-if-slower', 'much'],
  ['run', 'info', '--against', 'nothing', '--rounds', '6'],
  ['run', 'info', '--save-baseline', '../outside'],
  ['compare', 'node a.js'],
  ['compare'],
  [...compare, '--node', '20,22'],
  [...compare, '--header', 'no colon'],
  [...compare, '--path', 'http://elsewhere.test/'],
  [...compare, '--request', 'GET'],
  [...compare, '--name', 'same', '--name', 'same'],
  ['compare', 'node a.js &&', 'node b.js | cat'],
  ['compare', '--config', 'missing.json'],
  ['compare', '--config', 'broken.json'],
  ['compare', '--config', 'unknown-key.json'],
  ['compare', '--config', 'wrong-values.json'],
  ['lab'],
  ['lab', 'coppy'],
  ['lab', 'gateway', '--part', 'peaks'],
  ['lab', 'copy', '--grid'],
  ['lab', 'store', '--quick', '--full'],
  ['report', 'profiles/missing'],
  ['report', 'profiles', 'more'],
  ['report', 'output', '--out', 'profiles'],
  ['list', '--out'],
  ['list', 'more'],
  ['trend'],
  ['trend', 'infos', '--out', 'profiles'],
  ['export'],
  ['export', 'profiles/missing', '--format', 'folded'],
  ['export', 'profiles/missing', '--format', 'pprof'],
  ['export', 'profiles/sample', '--format', 'folded', '--variant', 'none', '--profiler', 'cdp'],
  ['export', 'profiles/sample', '--format', 'folded', '--variant', 'off'],
  ['calibrate', '--rounds', '3'],
  ['init', '--path'],
  ['completion', 'powershell'],
  ['schema', 'runs']
]

const servers = [{ command: 'node a.js' }, { command: 'LOG=1 node a.js' }]
/** Configuration files: one right, the others wrong in one way each. */
const configs = {
  right: JSON.stringify({
    servers,
    requests: [
      { path: '/items', weight: 3 },
      { path: '/items', method: 'POST' }
    ],
    loads: ['autocannon', 'paced'],
    rounds: 8
  }),
  broken: `{ "servers": [{ "command": "node a.js" },] }\n`,
  'unknown-key': JSON.stringify({ servers, reqest: { path: '/' }, rounds: 8 }),
  'wrong-values': JSON.stringify({ servers: 'node a.js', rounds: 'many', loads: ['wrk'], only: [] })
}

/** Writes the configuration files that the commands name. @param {string} folder */
export async function writeConfigs(folder) {
  await mkdir(folder, { recursive: true })
  for (const [name, text] of Object.entries(configs)) await writeFile(path.join(folder, `${name}.json`), text)
}
