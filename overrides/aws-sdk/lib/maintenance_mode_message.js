// The first file bin/run of artillery loads: it sets `suppress` on what this exports.
module.exports = {}
