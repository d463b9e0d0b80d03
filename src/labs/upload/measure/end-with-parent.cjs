'use strict'
/** Ends this process when the one that started it is gone, however that ended. Loaded by --require, with a message channel. */
process.on('disconnect', () => process.exit())
