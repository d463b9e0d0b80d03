import module from 'node:module'

/**
 * Keeps compiled code on disk for the next start; undefined before Node.js 22.8.
 *
 * @type {(() => void) | undefined}
 */
export const enableCompileCache = Reflect.get(module, 'enableCompileCache')
