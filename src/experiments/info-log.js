/** @type {import('../types.js').Experiment} */
export const infoLog = {
  name: 'info-log',
  question: 'What does a synchronous console.log cost the /info route?',
  variants: [
    {
      name: 'log=off',
      command: ['node', 'src/app/server.js', '--gzip', 'on', '--log', 'off', '--view-cache', 'off'],
      env: { PORT: '0', HOST: '127.0.0.1', MODE: 'fork', NODE_ENV: 'development' },
      contentEncoding: 'gzip'
    },
    {
      name: 'log=sync',
      command: ['node', 'src/app/server.js', '--gzip', 'on', '--log', 'sync', '--view-cache', 'off'],
      env: { PORT: '0', HOST: '127.0.0.1', MODE: 'fork', NODE_ENV: 'development' },
      contentEncoding: 'gzip'
    }
  ],
  request: { path: '/info', headers: { accept: 'text/html', 'accept-encoding': 'gzip' } },
  loads: [
    { generator: 'autocannon', mode: 'closed', connections: 100 },
    { generator: 'artillery', mode: 'batch', users: 50, requestsPerUser: 20 }
  ],
  // Formatting and writing the line both happen on the main thread.
  primaryMetric: 'cpuMainThread',
  marginRatio: 0.02
}
