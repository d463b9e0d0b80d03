const absent = require('../../../../absent.cjs')

// puppeteer-core imports this file when a browser is opened with WebDriver BiDi, and extends or calls these first.
exports.EventEmitter = absent.EventEmitter
exports.BidiServer = absent.BidiServer
