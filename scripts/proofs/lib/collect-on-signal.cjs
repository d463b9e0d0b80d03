'use strict'
/** Preloaded into a server with --expose-gc: it collects its garbage on a signal. */
process.on('SIGUSR2', () => globalThis.gc?.())
