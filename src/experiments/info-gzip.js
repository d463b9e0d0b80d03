/** @type {import('../types.js').Experiment} */
export const infoGzip = {
  name: 'info-gzip',
  question: 'What does gzip compression cost the /info route?',
  variants: [
    {
      name: 'gzip=off',
      command: ['node', 'src/app/server.js', '--gzip', 'off', '--log', 'off', '--view-cache', 'off'],
      env: { PORT: '0', HOST: '127.0.0.1', MODE: 'fork', NODE_ENV: 'development' },
      contentEncoding: 'identity'
    },
    {
      name: 'gzip=on',
      command: ['node', 'src/app/server.js', '--gzip', 'on', '--log', 'off', '--view-cache', 'off'],
      env: { PORT: '0', HOST: '127.0.0.1', MODE: 'fork', NODE_ENV: 'development' },
      contentEncoding: 'gzip'
    }
  ],
  request: { path: '/info', headers: { accept: 'text/html', 'accept-encoding': 'gzip' } },
  loads: [
    { generator: 'autocannon', mode: 'closed', connections: 100 },
    { generator: 'artillery', mode: 'batch', users: 50, requestsPerUser: 20 }
  ],
  primaryMetric: 'cpuPerRequest',
  marginRatio: 0.02
}
