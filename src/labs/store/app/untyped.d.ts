/** The parts of packages that the store uses: they need not be installed. */

declare module 'lmdb' {
  export interface RootDatabase<Value> {
    get(id: string): Value | undefined
    /** Resolves when the write is committed. */
    put(id: string, value: Value): Promise<boolean>
    putSync(id: string, value: Value): void
    transactionSync(write: () => void): void
    /** Lets the next read see what has been committed by then. */
    resetReadTxn(): void
    /** Resolves when all writes so far are on the disk. */
    flushed: PromiseLike<unknown>
    close(): Promise<void>
  }
  export function open<Value>(options: { path: string; encoding: 'string' }): RootDatabase<Value>
}

declare module 'piscina' {
  export interface Options {
    filename: string
    minThreads: number
    maxThreads: number
    /** milliseconds */
    idleTimeout: number
    atomics: 'sync' | 'async' | 'disabled'
    workerData: unknown
    resourceLimits: { maxOldGenerationSizeMb: number }
  }
  export class Piscina<Task, Result> {
    constructor(options: Options)
    run(task: Task): Promise<Result>
    threads: object[]
    on(event: 'error', listener: (error: Error) => void): this
    close(): Promise<void>
  }
  /** Of this thread. */
  export const workerData: unknown
}
