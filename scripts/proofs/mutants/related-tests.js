import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** A file that another one names in quotes: what it imports, starts or reads. */
const NAMED = /['"`]([^'"`\n]+\.c?js)['"`]/g
const TEST = /\.test\.js$/
const QUICK = /^[^.]+\.test\.js$/
const FAULTS = /\.faults\.test\.js$/
/** They are about the tree and the proofs, and not about what the code does. */
const ABOUT_FILES = /^test\/(?:project|proofs)\//
/** More of them than this are too far away to be about a file. */
const MOST_OTHERS = 12

/**
 * Returns a function that finds the tests of a file: its own, which import it or have its name, and the nearest of the others: those of
 * the same part first, by the files between them.
 * @param {string} root @param {string[]} files of the project
 * @returns {(file: string, options: { faults: boolean }) => { own: string[], others: string[] }} `faults`: whether real runs with
 *   faults are among the others
 */
export function testFinder(root, files) {
  const users = usersOf(root, files)
  return function testsOf(file, { faults }) {
    const distances = distancesFrom(file)
    const tests = [...distances].filter(([name]) => TEST.test(name))
    const isOwn = ([name = '', distance = 0]) => distance === 1 || isNamedAs(file, name)
    const own = tests
      .filter(isOwn)
      .map(([name]) => name)
      .filter(name => isPlayed(name, true))
      .toSorted((a, b) => Number(isBeside(file, b)) - Number(isBeside(file, a)))
    const others = tests.map(([name]) => name).filter(name => !own.includes(name) && isPlayed(name, faults))
    const nearest = others.toSorted((a, b) => strangeness(file, a) - strangeness(file, b))
    return { own, others: nearest.slice(0, MOST_OTHERS) }
  }

  /** Returns the files that use one, directly or not, the nearest first. @param {string} file */
  function distancesFrom(file) {
    const distances = new Map([[file, 0]])
    for (const [used, distance] of distances)
      for (const user of users.get(used) ?? []) if (!distances.has(user)) distances.set(user, distance + 1)
    return distances
  }
}

/** @param {string} root @param {string[]} files @returns {Map<string, string[]>} by file those that name it */
function usersOf(root, files) {
  /** @type {Map<string, string[]>} */
  const users = new Map()
  for (const file of files.filter(name => /^(src|scripts|test)\/.*\.c?js$/.test(name)))
    for (const [, name = ''] of readFileSync(path.join(root, file), 'utf8').matchAll(NAMED)) {
      const used = [path.posix.join(path.posix.dirname(file), name), name].find(each =>
        existsSync(path.join(root, each))
      )
      if (used !== undefined) users.set(used, [...(users.get(used) ?? []), file])
    }
  return users
}

/** @param {string} file @param {string} test */
function isNamedAs(file, test) {
  const name = path.posix.basename(file).replace(/\.c?js$/, '')
  return isBeside(file, test) && path.posix.basename(test).startsWith(`${name}.`)
}

/** Returns whether a test is in the folder that mirrors that of a file. @param {string} file @param {string} test */
function isBeside(file, test) {
  return path.posix.dirname(test) === path.posix.dirname(file).replace(/^src/, 'test')
}

/**
 * Returns 0 of a test of the same part of the program, 1 of one of another, 2 of one that plays whole commands or labs.
 * @param {string} file @param {string} test
 */
function strangeness(file, test) {
  const [, part = ''] = test.split('/')
  if (file.startsWith(`src/${part}/`)) return 0
  return part === 'cli' || part === 'labs' ? 2 : 1
}

/** @param {string} test @param {boolean} faults */
function isPlayed(test, faults) {
  const isPart = QUICK.test(path.posix.basename(test)) || (faults && FAULTS.test(test))
  return isPart && !ABOUT_FILES.test(test)
}
