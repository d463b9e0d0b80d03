// Loaded with the run-fargate command, which is also loaded to list all commands.
module.exports = require('../../absent.cjs').S3
