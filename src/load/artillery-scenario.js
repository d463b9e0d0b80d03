/**
 * Returns the scenario of one virtual user, as load/info.yml has it: the same request again and again. Without `gzip:
 * false` artillery would inflate each response and, without an accept-encoding, choose one. A redirect counts as the
 * response.
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
