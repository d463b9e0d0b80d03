module.exports = require('../absent.cjs')
