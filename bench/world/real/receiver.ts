/** A receiver of webhooks that goes away and comes back. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { Event } from '../../../src/core/incidents/event.ts'

export type ReceiverState = 'works' | 'refused' | '503'

export type Receipt = {
  /** Unix ms. */
  atMs: number
  /** The header `webhook-id` or `Message-ID`: the same for every try of one message. */
  messageId: string
} & ({ event: Event } | MailFacts)

/** What a mail says about the incidents that it is about. */
export interface MailFacts {
  subject: string
  /** `References`, or its own id where it is the first of its thread. */
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
