import path from 'node:path'

/**
 * The names of everything in a run folder. What a profiler leaves in a launch's folder it names itself.
 *
 *     run.json        what was asked, of what, where, and how it ended
 *     slices.jsonl    one record a slice, appended the moment it ends
 *     launches.jsonl  one record a launch, appended when it has ended
 *     launches/<id>/  stdout.log, stderr.log and what the profiler left; profile.json says what that is
 *     generators/     each generator's own output
 *     tables/         the generators' own tables, one file a variant and generator
 *     ticks/          the text of --prof-process, one file a variant and generator
 *     flame/          0x's page of each variant
 *     analysis.json   what it means
 *     summary.md      how it is told
 *
 * @param {string} root
 */
export function runLayout(root) {
  return {
    root,
    manifest: path.join(root, 'run.json'),
    slices: path.join(root, 'slices.jsonl'),
    launches: path.join(root, 'launches.jsonl'),
    analysis: path.join(root, 'analysis.json'),
    summary: path.join(root, 'summary.md'),
    /** @param {string} id */
    launch: id => launchLayout(path.join(root, 'launches', id)),
    /** @param {string} generator */
    generatorLog: generator => path.join(root, 'generators', `${generator}.log`),
    /** @param {string} variant @param {string} generator */
    toolTable: (variant, generator) => path.join(root, 'tables', `${variant}.${generator}.txt`),
    /** @param {string} variant @param {string} generator */
    ticks: (variant, generator) => path.join(root, 'ticks', `${variant}.${generator}.txt`),
    /** @param {string} variant */
    flame: variant => path.join(root, 'flame', `${variant}.html`),
    /** @param {string} file */
    relative: file => path.relative(root, file).split(path.sep).join('/')
  }
}

/** @param {string} folder */
function launchLayout(folder) {
  return {
    folder,
    stdout: path.join(folder, 'stdout.log'),
    stderr: path.join(folder, 'stderr.log'),
    profile: path.join(folder, 'profile.json')
  }
}

/** @typedef {ReturnType<typeof runLayout>} RunLayout */
