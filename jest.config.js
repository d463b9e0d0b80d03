/**
 * The name of a test file says when it runs: `<name>.<part>.test.js` in `npm run test:<part>`, any other `<name>.test.js` in
 * `npm test`. So every test file is in exactly one part, see test/project/parts.test.js.
 */
const parts = ['browser', 'profilers', 'e2e', 'labs', 'faults']

export default {
  // The default counts with Babel, which is not installed, see overrides/README.md.
  coverageProvider: 'v8',
  // Many tests start programs, and other work may use the same cores.
  testTimeout: 30_000,
  // Modules of earlier test files stay in a worker: without a limit it grows to 3 GB, which it does not free in the time it has to exit.
  workerIdleMemoryLimit: '1GB',
  projects: [
    project('quick', `(?<!\\.(${parts.join('|')}))\\.test\\.js$`),
    ...parts.map(part => project(part, `\\.${part}\\.test\\.js$`))
  ]
}

/**
 * @param {string} displayName
 * @param {string} testRegex
 */
function project(displayName, testRegex) {
  return {
    displayName,
    testRegex,
    testEnvironment: '<rootDir>/test/helpers/plain-environment.js',
    setupFilesAfterEnv: ['<rootDir>/test/helpers/more-tries.js'],
    transform: {},
    roots: ['<rootDir>/test'],
    modulePathIgnorePatterns: ['/\\.next/']
  }
}
