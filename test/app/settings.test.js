import { describe, expect, test } from '@jest/globals'
import { readSettings } from '../../src/app/settings.js'

describe('accepted', () => {
  test('nothing given: fork on 127.0.0.1:8080 with every toggle off', () => {
    expect(readSettings([], {})).toEqual({
      help: false,
      mode: 'fork',
      host: '127.0.0.1',
      port: 8080,
      toggles: { gzip: 'off', log: 'off', viewCache: 'off' }
    })
  })

  test('everything by flag, in both spellings', () => {
    const args = '--gzip on --log=sync --view-cache on --mode=cluster --host ::1 --port=0'.split(' ')
    expect(readSettings(args, {})).toMatchObject({
      mode: 'cluster',
      host: '::1',
      port: 0,
      toggles: { gzip: 'on', log: 'sync', viewCache: 'on' }
    })
  })

  test('everything by environment', () => {
    const env = { GZIP: 'on', LOG: 'sync', VIEW_CACHE: 'on', MODE: 'cluster', HOST: '0.0.0.0', PORT: '65535' }
    expect(readSettings([], env)).toMatchObject({
      mode: 'cluster',
      host: '0.0.0.0',
      port: 65535,
      toggles: { gzip: 'on', log: 'sync', viewCache: 'on' }
    })
  })

  test('flags win over the environment, which is then ignored', () => {
    const settings = readSettings(['--gzip', 'off', '--port', '1'], { GZIP: 'nonsense', PORT: 'nonsense' })
    expect(settings).toMatchObject({ port: 1, toggles: { gzip: 'off' } })
  })

  test('an empty variable counts as not set, the last of two flags counts', () => {
    const settings = readSettings(['--log', 'sync', '--log', 'off'], { GZIP: '', PORT: '', HOST: '', MODE: '' })
    expect(settings).toEqual(readSettings([], {}))
  })
})

describe('refused', () => {
  test.each([
    ['--gzip maybe', '--gzip must be off or on, not "maybe"'],
    ['--gzip', '--gzip must be off or on, not ""'],
    ['--gzip ON', '--gzip must be off or on, not "ON"'],
    ['--log on', '--log must be off or sync, not "on"'],
    ['--view-cache=1', '--view-cache must be off or on, not "1"'],
    ['--mode spoon', '--mode must be fork or cluster, not "spoon"'],
    ['--gzip --log sync', '--gzip must be off or on, not "--log"'],
    ['--zip on', 'Unknown flag --zip; known are --gzip --log --view-cache --mode --host --port --help'],
    ['-p 1', 'Unknown flag -p; known are --gzip --log --view-cache --mode --host --port --help'],
    ['on', 'Unexpected argument "on"; see --help'],
    ['--host=', 'The host must be an address or a name, such as 127.0.0.1'],
    ['--port 65536', 'The port must be a whole number from 0 to 65535, not "65536"'],
    ['--port=-1', 'The port must be a whole number from 0 to 65535, not "-1"'],
    ['--port 8e3', 'The port must be a whole number from 0 to 65535, not "8e3"'],
    ['--port', 'The port must be a whole number from 0 to 65535, not ""']
  ])('%s', (line, message) => {
    expect(() => readSettings(line.split(' '), {})).toThrow(message)
  })

  test.each([
    ['GZIP', 'GZIP must be off or on, not "x"'],
    ['LOG', 'LOG must be off or sync, not "x"'],
    ['VIEW_CACHE', 'VIEW_CACHE must be off or on, not "x"'],
    ['MODE', 'MODE must be fork or cluster, not "x"'],
    ['PORT', 'The port must be a whole number from 0 to 65535, not "x"']
  ])('%s=x', (variable, message) => {
    expect(() => readSettings([], { [variable]: 'x' })).toThrow(message)
  })
})
