import { describe, expect, test } from '@jest/globals'
import { matchFunctions } from '../../../src/profile/match/match-functions.js'
import { makeLaunch } from '../../helpers/make-trees.js'

/** @import { Stacks } from '../../helpers/make-trees.js' */

/**
 * Returns which function of the baseline each function of the candidate replaces, of those that are one function.
 * @param {Stacks} off
 * @param {Stacks} on
 * @returns {string[]} such as `renamed replaces old`, or the name alone where it has not changed
 */
function matched(off, on) {
  const launches = [
    makeLaunch({ variant: 'off', round: 0, stacks: off }),
    makeLaunch({ variant: 'on', round: 0, stacks: on })
  ]
  const [before, after] = matchFunctions(
    launches.map(({ tree }) => tree),
    'off',
    ['on']
  ).map(launch => launch.trees.flatMap(tree => tree.profile.frames))
  const own = [off, on].map(stacks => new Set(Object.keys(stacks).flatMap(stack => stack.split(' > '))))
  const both = (after ?? []).filter(frame => before?.some(other => JSON.stringify(other) === JSON.stringify(frame)))
  const texts = new Set([...(own[0] ?? [])].filter(text => own[1]?.has(text)).map(text => text.split(':')[1]))
  return both
    .filter(
      ({ name, kind, file, replaces }) =>
        kind === 'javascript' && !file.startsWith('node:') && (replaces || !texts.has(name))
    )
    .map(({ name, replaces }) => (replaces ? `${name} replaces ${replaces}` : name))
}

const server = { 'node:http:onRequest > app:handle': 100, 'node:http:onRequest > app:handle > native:write': 200 }
const handle = 'node:http:onRequest > app:handle'

describe('the same function', () => {
  test('after a rename, by its calls', () => {
    const [before, after] = ['format:20', 'toText:70'].map(name => ({
      ...server,
      [`${handle} > app:${name}`]: 20,
      [`${handle} > app:${name} > node:util:inspect`]: 60,
      [`${handle} > app:${name} > native:JSON.stringify`]: 40
    }))
    expect(matched(before ?? {}, after ?? {})).toEqual(['toText replaces format'])
  })

  test('after a rename of a function that calls nothing, only in its place', () => {
    const elsewhere = { [`${handle} > app:other`]: 60 }
    const old = { ...server, ...elsewhere, [`${handle} > app:total:20:15`]: 60 }
    expect(matched(old, { ...server, ...elsewhere, [`${handle} > app:sum:20:13`]: 60 })).toEqual(['sum replaces total'])
    expect(matched(old, { ...server, [`${handle} > app:sum:21:13`]: 60 })).toEqual([])
    expect(matched(old, { ...server, ...elsewhere, [`${handle} > app:other > app:sum:20:13`]: 60 })).toEqual([])
  })

  test('after a rename, in its place where the column is that of its beginning, as a hook records it', () => {
    const old = { ...server, [`${handle} > app:query:20:1`]: 60 }
    expect(matched(old, { ...server, [`${handle} > app:select:20:1`]: 60 })).toEqual(['select replaces query'])
  })

  test('in another line of its file', () => {
    expect(
      matched({ ...server, [`${handle} > app:sum:20:1`]: 60 }, { ...server, [`${handle} > app:sum:90:1`]: 60 })
    ).toEqual(['sum'])
  })

  test('in another line among functions of its name, in their order', () => {
    const before = { ...server, [`${handle} > app:get:20:1`]: 60, [`${handle} > app:get:30:1`]: 40 }
    const after = { ...server, [`${handle} > app:get:25:1`]: 60, [`${handle} > app:get:35:1`]: 40 }
    expect(matched(before, after)).toEqual(['get', 'get'])
  })

  test('in another file, below the same function', () => {
    const moved = { ...server, [`${handle} > app:sum:3:1:/srv/app/lib/sums.js`]: 60 }
    expect(matched({ ...server, [`${handle} > app:sum:20:1`]: 60 }, moved)).toEqual(['sum'])
  })

  test('without a name, by native code without a name, wherever it is called', () => {
    const callback = `${handle} > app:render > app:(anonymous):4:54`
    const moved = `${handle} > app:other > app:decorate > app:(anonymous):5:41`
    const old = { ...server, [callback]: 10, [`${callback} > nameless:4:54`]: 60, [`${handle} > app:other`]: 60 }
    const costing = (/** @type {number} */ cost) => ({ ...server, [moved]: 10, [`${moved} > nameless:5:41`]: cost })
    expect(matched(old, costing(65))).toEqual(['(anonymous)'])
    expect(matched(old, costing(130))).toEqual([])
    const like = `${handle} > app:(anonymous):9:1`
    expect(matched({ ...old, [like]: 10, [`${like} > nameless:9:1`]: 60 }, costing(65))).toEqual([])
  })

  test('in old.js and new.js, where each variant has no other file of its own', () => {
    const [old, renewed] = ['old', 'new'].map(name => ({
      ...server,
      [`${handle} > app:(anonymous):7:20:/srv/app/${name}.js > nameless:7:20:/srv/app/${name}.js`]: 60,
      [`${handle} > app:(anonymous):8:20:/srv/app/${name}.js > nameless:8:20:/srv/app/${name}.js`]: 60
    }))
    expect(matched(old ?? {}, renewed ?? {})).toEqual(['(anonymous)', '(anonymous)'])
    const another = { [`${handle} > app:save:3:1:/srv/app/added.js`]: 60 }
    expect(matched(old ?? {}, { ...renewed, ...another })).toEqual([])
  })

  test('in a second checkout, with lines that moved too', () => {
    const [before, after] = ['/a/app', '/b/app'].map((folder, index) => ({
      [`app:main:${1 + index}:1:${folder}/main.js`]: 10,
      [`app:main:${1 + index}:1:${folder}/main.js > app:(anonymous):5:9:${folder}/lib/index.js`]: 50,
      [`app:main:${1 + index}:1:${folder}/main.js > app:read:${20 + index}:9:${folder}/lib/index.js`]: 50
    }))
    expect(matched(before ?? {}, after ?? {})).toEqual(['main', '(anonymous)', 'read'])
  })

  test('in another version of a package, and not in another package', () => {
    const inPackage = (/** @type {string} */ name, /** @type {number} */ line) => ({
      ...server,
      [`${handle} > app:render:${line}:1:/srv/node_modules/.pnpm/${name}/index.js`]: 60
    })
    const before = inPackage('ejs@1/node_modules/ejs', 20)
    expect(matched(before, inPackage('ejs@2/node_modules/ejs', 24))).toEqual(['render'])
    expect(matched(before, inPackage('pug@2/node_modules/pug', 24))).toEqual([])
  })

  test('with a renamed function above and below it', () => {
    const before = {
      'app:outer:1:1 > app:inner:20:15 > native:exec': 90,
      'app:outer:1:1 > app:inner:20:15 > node:fs:readSync': 90
    }
    const after = {
      'app:first:30:1 > app:second:40:15 > native:exec': 90,
      'app:first:30:1 > app:second:40:15 > node:fs:readSync': 90
    }
    expect(matched(before, after)).toEqual(['first replaces outer', 'second replaces inner'])
  })

  test('where it calls itself', () => {
    const [before, after] = ['walk:20', 'visit:70'].map(name => ({
      ...server,
      [`${handle} > app:${name} > native:exec`]: 60,
      [`${handle} > app:${name} > app:${name} > native:exec`]: 30,
      [`${handle} > app:${name} > app:${name} > app:${name}`]: 10
    }))
    expect(matched(before ?? {}, after ?? {})).toEqual(['visit replaces walk'])
  })

  test('where it is slower than before and calls a new function', () => {
    const before = { ...server, [`${handle} > app:list:20 > node:fs:readSync`]: 60, [`${handle} > app:list:20`]: 10 }
    const after = {
      ...server,
      [`${handle} > app:listAll:70 > node:fs:readSync`]: 60,
      [`${handle} > app:listAll:70`]: 30,
      [`${handle} > app:listAll:70 > app:sortRows`]: 90
    }
    expect(matched(before, after)).toEqual(['listAll replaces list'])
  })

  test('without a name, by its calls', () => {
    const [before, after] = ['20:5', '70:9'].map(place => ({
      ...server,
      [`${handle} > app:(anonymous):${place} > native:exec`]: 60,
      [`${handle} > app:(anonymous):${place}`]: 10
    }))
    expect(matched(before ?? {}, after ?? {})).toEqual(['(anonymous)'])
  })
})

describe('another function', () => {
  test('of the same cost, where one calls nothing or something else', () => {
    const before = { ...server, [`${handle} > app:check:20:1`]: 60 }
    expect(matched(before, { ...server, [`${handle} > app:audit:70:1`]: 60 })).toEqual([])
    const calls = { ...server, [`${handle} > app:check:20:1 > native:exec`]: 60 }
    expect(matched(calls, { ...server, [`${handle} > app:audit:20:1 > node:fs:readSync`]: 60 })).toEqual([])
  })

  test('where most of the cost is not in the calls that both make', () => {
    const before = { ...server, [`${handle} > app:check:20:1`]: 60, [`${handle} > app:check:20:1 > native:exec`]: 20 }
    const after = { ...server, [`${handle} > app:audit:70:1`]: 60, [`${handle} > app:audit:70:1 > native:exec`]: 20 }
    expect(matched(before, after)).toEqual([])
  })

  test('where both call the same function of the app: one middleware is not another', () => {
    const before = { 'app:check:20:1': 60, 'app:check:20:1 > app:handle > native:write': 200 }
    const after = { 'app:audit:70:1': 60, 'app:audit:70:1 > app:handle > native:write': 200 }
    expect(matched(before, after)).toEqual([])
  })

  test('where two functions fit equally well', () => {
    const before = { ...server, [`${handle} > app:list:20 > native:exec`]: 60 }
    const after = {
      ...server,
      [`${handle} > app:one:70 > native:exec`]: 60,
      [`${handle} > app:two:80 > native:exec`]: 60
    }
    expect(matched(before, after)).toEqual([])
  })

  test('in another package', () => {
    const [before, after] = ['one', 'two'].map(name => ({
      ...server,
      [`${handle} > ${name}/render > native:exec`]: 60
    }))
    expect(matched(before ?? {}, after ?? {})).toEqual([])
  })
})
