import os from 'node:os'

/** Returns what the process knows about itself, without environment variables, which hold secrets. */
export function collectInfo() {
  const memory = process.memoryUsage()
  return {
    arguments: process.argv.slice(2),
    platform: process.platform,
    nodeVersion: process.version,
    memory: {
      rssBytes: memory.rss,
      heapTotalBytes: memory.heapTotal,
      heapUsedBytes: memory.heapUsed,
      externalBytes: memory.external,
      arrayBuffersBytes: memory.arrayBuffers
    },
    executablePath: process.execPath,
    processId: process.pid,
    workingFolder: process.cwd(),
    cpuCount: os.availableParallelism()
  }
}
