import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { manifestText } from '../src/runs/read-manifest.js'
import { RunFolder } from '../src/runs/run-folder.js'
import { upgradeManifest } from '../src/runs/upgrade.js'
import { withChecksum, withoutChecksum } from '../src/system/files/checksum.js'

/**
 * Gives the files of a run folder the checksums that a run saves, after they were changed on purpose. A line that is not the JSON of an
 * object stays as it is.
 * @param {string} folder
 */
export function sealRun(folder) {
  const run = new RunFolder(folder)
  for (const name of readdirSync(folder).filter(each => each.endsWith('.jsonl'))) {
    const file = path.join(folder, name)
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^\{.*\}$/gm, sealedLine))
  }
  const manifest = upgradeManifest(JSON.parse(readFileSync(run.manifest, 'utf8')))
  writeFileSync(run.manifest, manifestText({ ...manifest, checksums: run.checksums() }))
}

/** @param {string} line */
function sealedLine(line) {
  return withChecksum(withoutChecksum(line) ?? line.replace(/,"checksum":"[0-9a-f]{16}"\}$/, '}'))
}
