import type { PossibleRequest } from './requests/asked-requests.js'

/** Why an entry, or a header, of a HAR file is left out. */
export type LeftOutCode =
  | 'not-http'
  | 'other-server'
  | 'other-method'
  | 'other-status'
  | 'unknown-body'
  | 'conditional-header'

/** What of a file of requests is not measured. */
export interface LeftOut {
  /** Of an artillery script the key, such as `think`. */
  what: LeftOutCode | (string & {})
  count: number
}

/** The requests of a file, and what of it is not measured. */
export interface FileOfRequests {
  requests: PossibleRequest[]
  leftOut: LeftOut[]
  /** Of a HAR file: the server whose requests they are, such as https://shop.example. */
  origin?: string
}
