import type { UploadedFile } from '../types.js'

/** Files to be uploaded at once, each as `PUT <origin>/upload/<name>`. */
export interface UploadsOrder {
  origin: string
  files: number
  sizeBytes: number
  /** Of the bytes of the files. */
  seed: number
  /**
   * No body is sent before so many responses have come, so that no upload ends before the last request arrives: a server accepts
   * connections one after the other, and those that it has not accepted are connected all the same. 0 where it refuses none.
   */
  refusals?: number
  /** Uploads that have no response by then are ended. */
  limitMs: number
}

/** A container of a store of blobs. */
export interface ContainerOrder {
  /** Exports `emptyContainer(serviceUrl, container)` and `hashBlobs(serviceUrl, container)`. */
  module: string
  serviceUrl: string
  container: string
}

/** What the process that uploads is sent: one at a time. */
export type UploadsMessage =
  | ({ type: 'send' } & UploadsOrder)
  | ({ type: 'empty' } & ContainerOrder)
  | ({ type: 'hash' } & ContainerOrder)

/** What it sends back for each of them; `ready` once it has started. */
export interface UploadsValues {
  ready: null
  send: SentUploads
  empty: number
  hash: StoredBlob[]
}

/** An answer with a problem has no value. */
export interface UploadsAnswer {
  value: UploadsValues[keyof UploadsValues]
  problem?: string
}

export interface SentUploads {
  /** In the order in which they were sent. */
  files: SentFile[]
  /** From the first request to the last response. */
  totalMs: number
  /** Requests whose headers were sent and whose response had not begun, at the same time, at most. */
  mostInFlight: number
}

export interface SentFile extends UploadedFile {
  name: string
  /** Of the bytes that were to be sent. */
  sha256: string
}

export interface StoredBlob {
  name: string
  bytes: number
  sha256: string
}
