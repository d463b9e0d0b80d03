import path from 'node:path'
import { categoriseFrame } from './categorise-frame.js'
import { nativeFrame, programFrame } from './frames.js'
import { calledName, isEmbeddedCode } from './native-names.js'

/** @import { Frame } from '../types.js' */

/**
 * Returns the frame of native code that runs without JavaScript in between: the builtin or the function of node that was
 * called. Where no symbol shows that, the frame says which function of the app or of a package it works for.
 * @param {(string | null)[]} symbols the outermost first; null where there is none
 * @param {Frame[]} callers the innermost first
 * @returns {Frame | null} null where V8's own code runs as a part of the caller: its frame is the caller's
 */
export function frameOfNative(symbols, callers) {
  const called = symbols.map(symbol => symbol && calledName(symbol)).find(name => name !== null)
  if (called) return nativeFrame(called)
  const [caller] = callers
  if (caller?.kind === 'javascript' && symbols.every(symbol => symbol && isEmbeddedCode(symbol))) return null
  const owner = callers.find(frame => ['app', 'package'].includes(categoriseFrame(frame).group))
  if (!owner) return programFrame
  const { file, line, column } = owner
  return withPlace({ name: '', file, line, column, kind: 'native' })
}

/**
 * Returns the frame of native code without a name of its own, named by its place: that of the function it works for.
 * @param {Frame} frame other frames are returned as they are
 * @returns {Frame}
 */
export function withPlace(frame) {
  const { kind, file, line } = frame
  if (kind !== 'native' || line === null) return frame
  const { packageName } = categoriseFrame({ ...frame, kind: 'javascript' })
  const source = [packageName, path.basename(file) || 'code from eval'].filter(Boolean).join('/')
  return { ...frame, name: `native code called from ${source}:${line}` }
}
