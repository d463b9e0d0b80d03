/** @import { Profiler } from './index.js' */

/** @type {Profiler} */
export const none = {
  name: 'none',
  wraps: false,
  stopGraceMs: 8000,
  needs: [],
  watch: ({ command, cwd }) => ({ command, cwd, env: {} }),
  collect: async () => ({ ticks: {}, artifacts: [], trees: [] })
}
