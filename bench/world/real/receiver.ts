/** A webhook receiver that can go down and come back. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { Event } from '../../../src/core/incidents/event.ts'

export type ReceiverState = 'works' | 'refused' | '503'

export type Receipt = {
  /** Unix ms. */
  atMs: number
  /** The header `webhook-id` or `Message-ID`, equal for all tries of one message. */
  messageId: string
} & ({ event: Event } | MailFacts)

/** Facts of an email that identify its incidents. */
export interface MailFacts {
  subject: string
  /** The `References` header, or the message's own id if it starts a thread. */
  threads: string
}

export class Receiver {
  readonly #address: string
  readonly #port: number
  readonly #onReceipt: (receipt: Receipt) => void
  #state: ReceiverState = 'refused'
  #server: Server | null = null

  constructor(address: string, port: number, onReceipt: (receipt: Receipt) => void) {
    this.#address = address
    this.#port = port
    this.#onReceipt = onReceipt
  }

  async setState(state: ReceiverState): Promise<void> {
    this.#state = state
    if (state !== 'refused') return this.#open()
    this.#server?.closeAllConnections()
    this.#server?.close()
    this.#server = null
  }

  async #open(): Promise<void> {
    if (this.#server) return
    this.#server = createServer(async (request, response) => {
      const body = String(Buffer.concat(await request.toArray().catch(() => [])))
      if (this.#state === '503') return void response.writeHead(503).end()
      response.writeHead(204).end()
      const messageId = String(request.headers['webhook-id'])
      this.#onReceipt({ atMs: Date.now(), messageId, event: JSON.parse(body) as Event })
    })
    this.#server.listen(this.#port, this.#address)
    await once(this.#server, 'listening')
  }
}
