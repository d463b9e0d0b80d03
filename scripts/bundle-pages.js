import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { BROWSER_CODE } from '../src/page/render-document.js'
import { bundle, bundledFile } from '../src/system/files/bundle.js'

/**
 * Bundles the script and the style of each page into dist, which the package and a tag have, so that neither needs a bundler:
 * `node scripts/bundle-pages.js [--check]`. With --check it writes nothing and fails where a bundle is missing or not that of these sources.
 */
const isCheck = process.argv[2] === '--check'
for (const name of ['report', 'index']) {
  const file = bundledFile(name)
  const text = JSON.stringify(await bundle(BROWSER_CODE, name))
  if (!isCheck) {
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.error(
      `dist/${name}.json is missing or stale: run node scripts/bundle-pages.js, and commit it with the tag, see CONTRIBUTING.md.`
    )
    process.exitCode = 1
  }
}
