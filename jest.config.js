export default {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/**/*.test.js'],
  transform: {},
  // The default counts with Babel, which is not installed, see overrides/README.md.
  coverageProvider: 'v8'
}
