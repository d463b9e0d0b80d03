/** Uses a part of a core until it is killed: `node busy-process.cjs 50` for half a core. */
const PERIOD_MS = 100
const busyMs = (PERIOD_MS * Number(process.argv[2])) / 100
const pause = new Int32Array(new SharedArrayBuffer(4))

process.once('disconnect', () => process.exit())
setInterval(function beBusy() {
  const started = performance.now()
  while (performance.now() - started < busyMs);
  Atomics.wait(pause, 0, 0, Math.max(0, PERIOD_MS - busyMs))
}, 0)
