import { randomInt } from 'node:crypto'
import { connect } from 'node:net'
import { decodeReply, encodeQuestion, type Outcome, type Query, type Question } from './dns-message.ts'

// A message over TCP is preceded by its length in two bytes. Source: RFC 1035, section 4.2.2
const LENGTH_BYTES = 2

/** Used instead of the system's code for an answer to a different question, or one that is truncated even over TCP. */
export const BAD_ANSWER = 'EBADRESP'

/** Asks one question over a separate connection. */
export function queryOverTcp(
  address: string,
  port: number,
  question: Question,
  onOutcome: (outcome: Outcome) => void,
): Query {
  const packet = encodeQuestion(randomInt(0x1_0000), question, false)
  const socket = connect({ host: address, port, autoSelectFamily: false, noDelay: true })
  const message = new FramedMessage()

  const finish = (outcome: Outcome) => {
    if (socket.destroyed) return
    socket.destroy()
    onOutcome(outcome)
  }
  socket.on('connect', () => socket.write(addLengthPrefix(packet)))
  socket.on('data', (chunk: Buffer) => {
    const received = message.take(chunk)
    if (received === null) return
    const reply = decodeReply(received, packet, question)
    finish(reply === null || reply === 'truncated' ? { error: BAD_ANSWER, isOverTcp: true } : { reply })
  })
  socket.on('end', () => finish({ error: 'ECONNRESET', isOverTcp: true }))
  socket.on('error', (error: NodeJS.ErrnoException) => {
    // A failing socket is destroyed before it reports the error
    onOutcome({ error: error.code ?? error.message, isOverTcp: true })
  })
  return {
    cancel() {
      socket.removeAllListeners().on('error', () => {})
      socket.destroy()
    },
  }
}

function addLengthPrefix(packet: Buffer): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt16BE(packet.length)
  return Buffer.concat([length, packet])
}

/** Assembles one message from pieces of any size. */
class FramedMessage {
  private readonly prefix = Buffer.alloc(LENGTH_BYTES)
  private body: Buffer | null = null
  private received = 0

  /** @returns the whole message, or null while it is incomplete */
  take(chunk: Buffer): Buffer | null {
    const prefixed = this.received < LENGTH_BYTES ? chunk.copy(this.prefix, this.received) : 0
    this.received += prefixed
    if (this.received < LENGTH_BYTES) return null
    this.body ??= Buffer.allocUnsafe(this.prefix.readUInt16BE())
    this.received += chunk.copy(this.body, this.received - LENGTH_BYTES, prefixed)
    return this.received < LENGTH_BYTES + this.body.length ? null : this.body
  }
}
