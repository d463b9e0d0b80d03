import path from 'node:path'

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

/** Returns whether reports are made from a file: also what a profiler left, until it is read. @type {(name: string, all: Set<string>) => boolean} */
export function isMeasured(name, all) {
  const [, launch, file = ''] = /^(launches\/[^/]+)\/(.*)/.exec(name) ?? []
  if (launch === undefined) return /^(sources\.json|[^/]+\.jsonl|(ticks|tables|profiles)\/.*)$/.test(name)
  return /^(profile|call-trees)\.json$/.test(file) || !(/^std\w+\.log$/.test(file) || all.has(`${launch}/profile.json`))
}

/** Returns the path of the page of all runs, which is next to their folders. @param {string} profilesFolder */
export function indexPage(profilesFolder) {
  return path.join(profilesFolder, 'index.html')
}

/** Returns whether a name can be that of a file, and leads to no other folder. @param {string} name */
export function isFileName(name) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the character that ends a path
  return name !== '' && name.length <= 200 && !/[/\\\u0000-\u001f]/.test(name) && !/^\.+$/.test(name)
}

/** What {@link isBaselineName} allows, in words. */
export const BASELINE_NAMES = 'up to 64 letters, digits and any of . _ -, the first a letter or digit'

/** Returns whether a baseline can have a name, which is that of a folder: it has no separator, and does not begin with a dot. @param {string} name */
export function isBaselineName(name) {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name)
}
