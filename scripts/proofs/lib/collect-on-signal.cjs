'use strict'
/** Preloaded into a server with --expose-gc: it collects its garbage when it is told to. */
process.on('SIGUSR2', () => globalThis.gc?.())
