/** What the workshop uses of chrome-remote-interface, which has no types of its own. */
declare module 'chrome-remote-interface' {
  import type { EventEmitter } from 'node:events'

  interface Client extends EventEmitter {
    send(method: string, params?: object): Promise<Record<string, unknown>>
    close(): Promise<void>
  }
  export default function connect(
    options: { local: true } & ({ target: string } | { host: string; port: number })
  ): Promise<Client>
}
