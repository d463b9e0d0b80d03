/**
 * Returns what a function returns, and prints how long it took.
 * @template T
 * @param {string} name
 * @param {() => T} work
 */
export function timed(name, work) {
  const startMs = performance.now()
  const result = work()
  console.log(`${name}: ${((performance.now() - startMs) / 1000).toFixed(1)} s`)
  return result
}

/** Prints the CPU time, the time and the largest memory of this process. */
export function printUse() {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
  console.log(`CPU: ${((userCPUTime + systemCPUTime) / 1e6).toFixed(1)} s`)
  console.log(`total: ${process.uptime().toFixed(1)} s, ${Math.round((maxRSS * 1024) / 1e6)} MB`)
}
