/** Longer names do not fit into tables. */
const LONGEST = 40

/**
 * Returns a name for each command: what only it has, such as `LOG=1` for the second of `node server.js` and `LOG=1 node
 * server.js`. A command that has nothing of its own is `baseline` if it is the first one, `without LOG=1` where the first one has
 * that, and otherwise `again`. A single command has its own words. Names can be parts of file names, and no two are equal.
 * @param {string[][]} commands words, the environment variables first
 * @returns {string[]}
 */
export function variantNames(commands) {
  const [first = []] = commands
  const shared = commands.length === 1 ? [] : first.filter(word => commands.every(words => words.includes(word)))
  const own = commands.map(words => words.filter(word => !shared.includes(word)))
  const short = own.map(words => nameOf(words.map(withoutFolders)))
  const isClear = new Set(short).size === new Set(own.map(nameOf)).size
  const [ofFirst = '', ...others] = isClear ? short : own.map(nameOf)
  const withoutOwn = ofFirst === '' ? 'again' : `without ${ofFirst}`.slice(0, LONGEST).trim()
  return numbered([ofFirst || 'baseline', ...others.map(name => name || withoutOwn)])
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
