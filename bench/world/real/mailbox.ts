/** A mail server that can go down and come back. */
import { once } from 'node:events'
import { SMTPServer } from '../../../test/support/tools.ts'
import type { Receipt, ReceiverState } from './receiver.ts'

export const MAIL_PORT = 25

/** Grace for open client connections when the server closes, ms. */
const CLOSE_MS = 50

export class Mailbox {
  readonly #address: string
  readonly #onReceipt: (receipt: Receipt) => void
  #state: ReceiverState = 'refused'
  #server: SMTPServer | null = null

  constructor(address: string, onReceipt: (receipt: Receipt) => void) {
    this.#address = address
    this.#onReceipt = onReceipt
  }

  /** `503` refuses every message temporarily with reply 451. */
  async setState(state: ReceiverState): Promise<void> {
    this.#state = state
    if (state !== 'refused') return this.#open()
    this.#server?.close()
    this.#server = null
  }

  async #open(): Promise<void> {
    if (this.#server) return
    this.#server = new SMTPServer({
      authOptional: true,
      hideSTARTTLS: true,
      disableReverseLookup: true,
      closeTimeout: CLOSE_MS,
      logger: false,
      onMailFrom: (_address, _session, callback) => callback(this.#state === '503' ? createBusyError() : null),
      onData: (stream, _session, callback) => {
        stream.toArray().then((chunks: Buffer[]) => {
          this.#onReceipt(parseReceipt(String(Buffer.concat(chunks))))
          callback()
        }, callback)
      },
    })
    this.#server.on('error', () => {})
    this.#server.listen(MAIL_PORT, this.#address)
    await once(this.#server.server, 'listening')
  }
}

// Source: RFC 5321, section 4.2.3
const createBusyError = (): Error => Object.assign(new Error('try again later'), { responseCode: 451 })

function parseReceipt(mail: string): Receipt {
  const [head = ''] = mail.split('\r\n\r\n', 1)
  const headers = head.replace(/\r\n[ \t]+/g, ' ')
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1] ?? ''
  const id = header('Message-ID')
  return { atMs: Date.now(), messageId: id, subject: header('Subject'), threads: header('References') || id }
}
