// Named, because an ES module imports it by name.
exports.ProxyAgent = require('../absent.cjs').ProxyAgent
