module.exports = require('../absent.cjs').detective
