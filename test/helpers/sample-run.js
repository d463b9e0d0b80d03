import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { analyse } from '../../src/analyse.js'
import { RunFolder } from '../../src/runs/run-folder.js'

/** The folder of the committed run. */
export const sampleRoot = path.join(import.meta.dirname, '../../profiles/sample')

/** Returns the committed run, a real one with every section, analysed by the present code. */
export function sampleRun() {
  const run = new RunFolder(sampleRoot).read()
  return { analysis: analyse(run).analysis, manifest: run.manifest }
}

/** Copies the committed run as a version before checksums wrote it, so that its files can be changed. @param {string} root */
export function copyOlderSample(root) {
  cpSync(sampleRoot, root, { recursive: true })
  const manifest = JSON.parse(readFileSync(path.join(root, 'run.json'), 'utf8'))
  writeFileSync(path.join(root, 'run.json'), JSON.stringify({ ...withoutChecksum(manifest), schemaVersion: 7 }))
  for (const file of ['slices.jsonl', 'launches.jsonl'].map(name => path.join(root, name))) {
    const records = readFileSync(file, 'utf8').trimEnd().split('\n')
    const older = records.map(line => JSON.stringify(withoutChecksum(JSON.parse(line))))
    writeFileSync(file, `${older.join('\n')}\n`)
  }
}

/** @param {object} record of a file of a run */
export function withoutChecksum(record) {
  return { ...record, checksum: undefined, checksums: undefined }
}
