import { expect, test } from '@jest/globals'
import { describeStoreSettings, MOST_WAITING, readStoreSettings } from '../../../../src/labs/store/app/settings.js'

const DATA = '/data'

test('only the folder must be given', () => {
  const settings = readStoreSettings({ DATA })
  expect(settings).toEqual({ host: '127.0.0.1', port: 8080, data: DATA, pool: null, taskRounds: 0 })
  expect(describeStoreSettings(settings)).toBe('executor=inline')
})

test.each([
  [{}, { min: 1, max: 1, capacity: MOST_WAITING }, 'min=1 max=1 queue=unbounded (at most 50000 wait)'],
  [{ MIN: '8', MAX: '16', QUEUE: '128' }, { min: 8, max: 16, capacity: 128 }, 'min=8 max=16 queue=128'],
  [{ MAX: '64', QUEUE: 'hand-over' }, { min: 1, max: 64, capacity: 0 }, 'min=1 max=64 queue=hand-over'],
  [{ MIN: '2', QUEUE: 'unbounded', PORT: '' }, { min: 2, max: 2, capacity: MOST_WAITING }, 'min=2 max=2 queue=unb']
])('a pool of %j', (env, pool, words) => {
  const settings = readStoreSettings({ DATA, EXECUTOR: 'pool', ...env })
  expect(settings.pool).toEqual(pool)
  expect(describeStoreSettings(settings)).toContain(`executor=pool ${words}`)
})

test('everything else by environment', () => {
  const env = { DATA, HOST: '::1', PORT: '0', TASK_ROUNDS: '250' }
  const settings = readStoreSettings(env)
  expect(settings).toMatchObject({ host: '::1', port: 0, taskRounds: 250 })
  expect(describeStoreSettings(settings)).toBe('executor=inline task-rounds=250')
})

test.each([
  [{ DATA: '' }, 'DATA must name the folder of the data'],
  [{ EXECUTOR: 'fork' }, 'EXECUTOR must be inline or pool, not "fork"'],
  [{ QUEUE: '10' }, 'QUEUE is a setting of a pool: set EXECUTOR=pool too'],
  [{ EXECUTOR: 'pool', MIN: '0' }, 'MIN must be a whole number from 1 to 64, not "0"'],
  [{ EXECUTOR: 'pool', MAX: '2000' }, 'MAX must be a whole number from 1 to 64, not "2000"'],
  [{ EXECUTOR: 'pool', MIN: '4', MAX: '2' }, 'MAX must be at least MIN, which is 4, not 2'],
  [{ EXECUTOR: 'pool', MIN: '1.5' }, 'MIN must be a whole number from 1 to 64, not "1.5"'],
  [{ EXECUTOR: 'pool', QUEUE: '0' }, 'QUEUE must be hand-over, unbounded or a whole number from 1 to 50000, not "0"'],
  [{ EXECUTOR: 'pool', QUEUE: 'infinite' }, 'QUEUE must be hand-over, unbounded or a whole number from 1 to 50000'],
  [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535, not "65536"'],
  [{ TASK_ROUNDS: '-1' }, 'TASK_ROUNDS must be a whole number from 0 to 1000000, not "-1"']
])('%j is refused', (env, message) => {
  expect(() => readStoreSettings({ DATA, ...env })).toThrow(message)
})
