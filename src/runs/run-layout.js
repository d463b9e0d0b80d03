import path from 'node:path'

/** @import { Artifact } from './types.js' */

/** The files of a run folder by what they hold, relative to it. */
export const runFiles = {
  manifest: 'run.json',
  slices: 'slices.jsonl',
  launches: 'launches.jsonl',
  problems: 'problems.jsonl',
  sources: 'sources.json',
  analysis: 'analysis.json',
  flames: 'flames.json',
  summary: 'summary.md',
  page: 'report.html',
  defect: 'defect.txt',
  cellsTable: 'cells.csv',
  cellsLog: 'cells.log',
  store: 'store'
}

/**
 * Returns the paths of everything in a run folder. A profiler names its own files in the folder of a launch.
 *
 *     run.json        options, variants, machine, versions and how the run ended
 *     slices.jsonl    one record per slice, appended when the slice ends
 *     launches.jsonl  one record per launch, appended when it has ended
 *     problems.jsonl  one record per failure of a profiler that did not end the run
 *     launches/<id>/  stdout.log, stderr.log and the profiler's output; profile.json lists it, and call-trees.json has
 *                     its samples
 *     generators/     stderr of each generator
 *     tables/         the generators' own tables, one file per variant, profiler (if any) and generator
 *     ticks/          the output of --prof-process, one file per variant, profiler and generator
 *     profiles/       the tools' own pages and files to open in them, one per variant and profiler
 *     sources.json    a few lines of source text around each function that blame names
 *     analysis.json   every figure of the report
 *     flames.json     the flame graphs
 *     summary.md      the report as Markdown
 *     report.html     the report as a page, with charts
 *     defect.txt      the stack of an error that nobody expected, if any, to be reported
 *
 * The run of a lab has run.json, analysis.json, summary.md and report.html too, and:
 *
 *     cells.jsonl     one record per cell and repeat, appended when it is measured
 *     cells.csv       the same as a table for other programs
 *     cells.log       what the process that plays the cells printed
 *     other-requests.jsonl  copy: one record per copy on a server
 *     launches.jsonl  upload: the memory of each server
 *     probes.jsonl    upload: one record per step of the search for the limits
 *     store/          upload: blobs and temporary files, while it measures
 *     capacities.jsonl  store: requests/s in a closed loop
 *     costs.jsonl     store: the same with tasks that cost more
 *     trials.jsonl    store: one record per candidate and round of the search
 *
 * @param {string} root
 */
export function runLayout(root) {
  const paths = Object.entries(runFiles).map(([name, file]) => [name, path.join(root, file)])
  return {
    root,
    .../** @type {typeof runFiles} */ (Object.fromEntries(paths)),
    /** @param {string} file of records of a lab, see lab-records.js */
    records: file => path.join(root, file),
    /** @param {string} id */
    launch: id => launchLayout(path.join(root, 'launches', id)),
    /** @param {string} generator */
    generatorLog: generator => path.join(root, 'generators', `${generator}.log`),
    /** @param {Omit<Artifact, 'path'>} artifact */
    artifact: artifact => path.join(root, artifactPath(artifact)),
    /** @param {string} file */
    relative: file => path.relative(root, file).split(path.sep).join('/')
  }
}

const endings = { flame: 'html', clinic: 'html', cpuprofile: 'cpuprofile', heapprofile: 'heapprofile' }

/** @param {Omit<Artifact, 'path'>} artifact */
function artifactPath({ kind, variant, profiler, generator }) {
  if (kind === 'table') return `tables/${[variant, profiler, generator].filter(Boolean).join('.')}.txt`
  if (kind === 'ticks') return `ticks/${variant}.${profiler}.${generator}.txt`
  return `profiles/${variant}.${profiler}.${endings[kind]}`
}

/** Returns the path of the page of all runs, which is next to their folders. @param {string} profilesFolder */
export function indexPage(profilesFolder) {
  return path.join(profilesFolder, 'index.html')
}

/** @param {string} folder */
function launchLayout(folder) {
  return {
    folder,
    stdout: path.join(folder, 'stdout.log'),
    stderr: path.join(folder, 'stderr.log'),
    profile: path.join(folder, 'profile.json'),
    trees: path.join(folder, 'call-trees.json')
  }
}

/** @typedef {ReturnType<typeof runLayout>} RunLayout */

/** Returns whether a name can be that of a file, and leads to no other folder. @param {string} name */
export function isFileName(name) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the character that ends a path
  return name !== '' && name.length <= 200 && !/[/\\\u0000-\u001f]/.test(name) && !/^\.+$/.test(name)
}
