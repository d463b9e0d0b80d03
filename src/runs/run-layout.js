import path from 'node:path'

/** @import { Artifact } from './types.js' */

/**
 * The names of everything in a run folder. What a profiler leaves in a launch's folder it names itself.
 *
 *     run.json        what was asked, of what, where, and how it ended
 *     slices.jsonl    one record a slice, appended the moment it ends
 *     launches.jsonl  one record a launch, appended when it has ended
 *     problems.jsonl  one record a launch that a profiler spoilt, where the run went on without it
 *     launches/<id>/  stdout.log, stderr.log and what the profiler left; profile.json says what that is, and
 *                     call-trees.json holds what was seen
 *     generators/     each generator's own output
 *     tables/         the generators' own tables, one file a variant and generator
 *     ticks/          the text of --prof-process, one file a variant, profiler and generator
 *     profiles/       the tools' own pages and files to open in them, one a variant and profiler
 *     analysis.json   what it means
 *     flames.json     what the flame graphs show, one entry per profiler and thread
 *     summary.md      how it is told, as Markdown
 *     report.html     the same as a page, with graphs
 *
 * @param {string} root
 */
export function runLayout(root) {
  return {
    root,
    manifest: path.join(root, 'run.json'),
    slices: path.join(root, 'slices.jsonl'),
    launches: path.join(root, 'launches.jsonl'),
    problems: path.join(root, 'problems.jsonl'),
    analysis: path.join(root, 'analysis.json'),
    flames: path.join(root, 'flames.json'),
    summary: path.join(root, 'summary.md'),
    page: path.join(root, 'report.html'),
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
  if (kind === 'table') return `tables/${variant}.${generator}.txt`
  if (kind === 'ticks') return `ticks/${variant}.${profiler}.${generator}.txt`
  return `profiles/${variant}.${profiler}.${endings[kind]}`
}

/**
 * Of all runs, beside their folders.
 * @param {string} profilesFolder
 */
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
