/** What this server uses of @azure/storage-blob, which need not be installed. */
declare module '@azure/storage-blob' {
  import type { Agent } from 'node:http'
  import type { Readable } from 'node:stream'

  export class RestError extends Error {
    code?: string
    statusCode?: number
  }

  export class StorageSharedKeyCredential implements RequestPolicyFactory {
    constructor(account: string, accountKey: string)
    create(next: RequestPolicy): RequestPolicy
  }

  export interface RequestPolicy {
    sendRequest(request: { agent?: Agent }): Promise<unknown>
  }

  export interface RequestPolicyFactory {
    create(next: RequestPolicy): RequestPolicy
  }

  export class Pipeline {
    constructor(factories: RequestPolicyFactory[], options: { retryOptions: { maxTries: number } })
  }

  export class ContainerClient {
    constructor(url: string, pipeline: Pipeline)
    exists(): Promise<boolean>
    createIfNotExists(): Promise<unknown>
    deleteBlob(name: string): Promise<unknown>
    listBlobsFlat(): AsyncIterable<{ name: string }>
    getBlobClient(name: string): { download(): Promise<{ readableStreamBody?: Readable }> }
    getBlockBlobClient(name: string): {
      upload(body: Buffer | (() => Readable), bytes: number, options: { abortSignal: AbortSignal }): Promise<unknown>
    }
  }
}
