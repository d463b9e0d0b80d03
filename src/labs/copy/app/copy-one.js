import { copyFile, strategyNames } from './copy-file.js'

/** Copies one file: `node copy-one.js <strategy> <source> <target>`. */
const [name, source, target] = process.argv.slice(2)
const strategy = strategyNames.find(each => each === name)
if (!strategy || !source || !target) {
  console.error(`Usage: node copy-one.js ${strategyNames.join('|')} <source> <target>`)
  process.exitCode = 2
} else {
  await copyFile(strategy, source, target).catch(explain)
}

/** @param {Error} error */
function explain({ message }) {
  console.error(message)
  process.exitCode = 1
}
