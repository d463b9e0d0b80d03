import { expect, test } from '@jest/globals'
import { hasDisplay } from '../../src/system/open-page.js'

/** @type {[string, Parameters<typeof hasDisplay>[0], boolean][]} */
const cases = [
  ['X11', { env: { DISPLAY: ':0' }, platform: 'linux' }, true],
  ['Wayland', { env: { WAYLAND_DISPLAY: 'wayland-0' }, platform: 'linux' }, true],
  ['Linux without a display', { env: {}, platform: 'linux' }, false],
  ['a Mac', { env: {}, platform: 'darwin' }, true],
  ['Windows', { env: {}, platform: 'win32' }, true],
  ['a Mac over SSH', { env: { SSH_CONNECTION: '10.0.0.1 22' }, platform: 'darwin' }, false],
  ['SSH with X11 forwarded', { env: { SSH_TTY: '/dev/pts/0', DISPLAY: 'localhost:10' }, platform: 'linux' }, true],
  ['a CI', { env: { CI: 'true', DISPLAY: ':99' }, platform: 'linux' }, false],
  ['output into a pipe', { isTerminal: false, env: { DISPLAY: ':0' }, platform: 'linux' }, false]
]

test.each(cases)('%s', (_where, facts, expected) => {
  expect(hasDisplay({ isTerminal: true, ...facts })).toBe(expected)
})
