#!/usr/bin/env node
import './check-installed.js'

// Imports that are not dynamic are resolved before any of them runs, also those of missing packages.
const { main } = await import('../src/cli/main.js')
process.exitCode = await main(process.argv.slice(2))
