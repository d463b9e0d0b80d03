/** The system's monotonic clock in milliseconds, the same in every thread (performance.now() counts from each one's start). */
export function monotonicMs() {
  return Number(process.hrtime.bigint()) / 1e6
}
