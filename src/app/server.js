import cluster from 'node:cluster'
import { serve } from './serve.js'
import { serveCluster } from './serve-cluster.js'
import { readSettings, usage } from './settings.js'
import { UsageError } from './toggles.js'

main(process.argv.slice(2), process.env)

/** @param {string[]} args @param {NodeJS.ProcessEnv} env */
function main(args, env) {
  const settings = readSettingsOrExplain(args, env)
  if (!settings) return
  if (settings.help) return console.log(usage)
  if (settings.mode === 'cluster' && cluster.isPrimary) return serveCluster(settings)
  serve(settings)
}

/** @param {string[]} args @param {NodeJS.ProcessEnv} env */
function readSettingsOrExplain(args, env) {
  try {
    return readSettings(args, env)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    console.error(error.message)
    process.exitCode = 2
  }
}
