import { badOption } from '../../compare/ask/bad-option.js'
import { checkPath, lowerCased } from '../../compare/requests/asked-request.js'
import { askedRequests } from '../../compare/requests/asked-requests.js'
import { readBody, requestsOf } from '../../compare/requests/listed-requests.js'
import { namingRequests, requestsOfFile } from '../../compare/requests/requests-file.js'

/**
 * @import { WeightedRequest } from '../../experiments/types.js'
 * @import { PossibleRequest } from '../../compare/requests/asked-requests.js'
 * @import { FileOfRequests, LeftOut } from '../../compare/types.js'
 */

/**
 * @typedef {{ path?: string, method?: string, header?: string[], body?: string, 'body-file'?: string, request?: (string | PossibleRequest)[], requests?: string }} RequestValues
 *
 * @typedef {{ requests: [WeightedRequest, ...WeightedRequest[]], leftOut: LeftOut[], origin?: string }} ReadRequests `leftOut`: what of a file is not measured; `origin`: the server in a HAR file
 */

/**
 * Returns the requests that options describe.
 * @param {RequestValues} values
 * @returns {ReadRequests}
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function readRequestOptions({ header = [], ...values }) {
  const headers = Object.fromEntries(header.map(readHeader))
  const { requests, leftOut, origin } = requestsIn(values)
  const asked = requests.map(each => ({
    ...each,
    headers: { ...lowerCased(each.headers ?? {}), ...lowerCased(headers) }
  }))
  const { requests: file } = values
  if (file === undefined) return { requests: askedRequests(asked), leftOut, origin }
  return { requests: namingRequests(file, () => askedRequests(asked, '--requests')), leftOut, origin }
}

/** @param {Omit<RequestValues, 'header'>} values @returns {FileOfRequests} */
function requestsIn({ request, requests: file, path, method, body, 'body-file': bodyFile }) {
  const several = file === undefined ? '--request' : '--requests'
  const one = Object.entries({ path, method, body, 'body-file': bodyFile })
  const [single] = one.find(([, value]) => value !== undefined) ?? []
  if ((request || file !== undefined) && single !== undefined)
    throw badOption(
      several,
      `it cannot be used with --${single}`,
      "method and path in one, such as --request 'POST /items'"
    )
  if (request && file !== undefined) throw badOption('--requests', 'there is a --request too', 'either of them')
  if (file !== undefined) return requestsOfFile(file)
  if (request) return { requests: request.flatMap(each => readRequest(each, several)), leftOut: [] }
  return { requests: [{ path, method, body: bodyOf({ body, 'body-file': bodyFile }) }], leftOut: [] }
}

/** @param {string | PossibleRequest} request as it is typed, or as the configuration has it @param {string} option @returns {PossibleRequest[]} */
function readRequest(request, option) {
  return typeof request === 'string' ? requestsOf([request], { option, folder: '.' }) : [request]
}

/**
 * Returns the path that responds with 2xx once a server is ready.
 * @param {{ health?: string }} values
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function readHealth({ health }) {
  if (health !== undefined) checkPath('--health', health)
  return health
}

/** @param {string} text @returns {[string, string]} */
function readHeader(text) {
  const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):\s*([\t -~]*?)\s*$/.exec(text) ?? []
  if (name !== undefined && value !== undefined) return [name, value]
  throw badOption('--header', `"${text}" is no header`, "such as 'authorization: Bearer 1'")
}

/** @param {{ body?: string, 'body-file'?: string }} given */
function bodyOf({ body, 'body-file': file }) {
  if (file === undefined) return body
  if (body !== undefined) throw badOption('--body', 'there is a --body-file too', 'either --body or --body-file')
  return readBody(file, '--body-file')
}
