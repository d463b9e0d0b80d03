/**
 * One virtual user's work, as load/info.yml has it: the same request over and over. Without `gzip: false` artillery
 * would inflate each answer and, where no accept-encoding is given, choose one; a redirect counts as the answer.
 * @param {{ target: string, path: string, headers: Record<string, string>, requestsPerUser: number }} work
 */
export function scenarioOf({ target, path, headers, requestsPerUser }) {
  return {
    config: { target },
    scenarios: [
      {
        flow: [{ loop: [{ get: { url: path, gzip: false, followRedirect: false, headers } }], count: requestsPerUser }]
      }
    ]
  }
}
