/** Longer names do not fit into tables. */
const LONGEST = 40

/**
 * Returns a name for each command: what only it has, such as `LOG=1` for the second of `node server.js` and `LOG=1 node
 * server.js`. Where an option is all that differs, or the first one has it, they are `without --log` and `with --log`. Otherwise a command
 * that has nothing of its own is `baseline` if it is the first one, or `again`. A single command has its own words. Names can be parts of
 * file names, and no two are equal.
 * @param {string[][]} commands words, the environment variables first
 * @returns {string[]}
 */
export function variantNames(commands) {
  const [first = []] = commands
  const shared = commands.length === 1 ? [] : first.filter(word => commands.every(words => words.includes(word)))
  const own = commands.map(words => words.filter(word => !shared.includes(word)))
  const owned = own.filter(words => words.length > 0)
  const [more = []] = owned
  const isOneThing = owned.length < own.length && new Set(owned.map(words => words.join(' '))).size === 1
  if (isOneThing && (more[0]?.startsWith('-') || more === own[0]))
    return numbered(own.map(words => nameOf([words.length > 0 ? 'with' : 'without', ...more.map(withoutFolders)])))
  const short = own.map(words => nameOf(words.map(withoutFolders)))
  const isClear = new Set(short).size === new Set(own.map(nameOf)).size
  const [ofFirst = '', ...others] = isClear ? short : own.map(nameOf)
  return numbered([ofFirst || 'baseline', ...others.map(name => name || 'again')])
}

/**
 * Returns a name for each git revision, without what file names cannot have.
 * @param {string[]} revisions @returns {string[]}
 */
export function revisionNames(revisions) {
  return numbered(revisions.map(revision => (revision === '.' ? 'working tree' : nameOf([revision]) || 'revision')))
}

/** @param {string[]} names @returns {string[]} the same, with a number where a name was used before */
function numbered(names) {
  /** @type {string[]} */
  const used = []
  for (const name of names) {
    let unique = name
    for (let number = 2; used.includes(unique); number++) unique = `${name.slice(0, LONGEST - 3)} ${number}`
    used.push(unique)
  }
  return used
}

/** @param {string[]} words */
function nameOf(words) {
  const text = words.join(' ').replace(/[^\w.=,@+ -]+/g, '-')
  return text
    .replace(/^[-. ]+/, '')
    .slice(0, LONGEST)
    .trim()
}

/** @param {string} word such as ./dist/server.js or --require=./a/b.js */
function withoutFolders(word) {
  return word.replace(/[^=]*[\\/]/, '')
}
