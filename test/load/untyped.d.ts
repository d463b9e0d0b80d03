/** The parts of untyped packages that only these tests use. */

declare module 'artillery/util.js' {
  const util: { parseScript(yaml: string): Promise<{ config: object; scenarios: object[] }> }
  export default util
}

declare module 'artillery/console-reporter.js' {
  type Reporter = { spinner: { stop(): void }; done(report: object): void }
  export default function createConsoleReporter(events: object, options: object): Reporter
}
