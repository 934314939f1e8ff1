import { randomInt } from 'node:crypto'
import { connect } from 'node:net'
import { decodeReply, encodeQuestion, type Outcome, type Query, type Question } from './dns-message.ts'

// A message over TCP is led by its length in two bytes. Source: RFC 1035, section 4.2.2
const LENGTH_BYTES = 2

/** Asks one question over a connection of its own. */
export function askOverTcp(
  address: string,
  port: number,
  question: Question,
  onOutcome: (outcome: Outcome) => void,
): Query {
  const id = randomInt(0x1_0000)
  const socket = connect({ host: address, port, autoSelectFamily: false, noDelay: true })
  let received = Buffer.alloc(0)

  const finish = (outcome: Outcome) => {
    if (socket.destroyed) return
    socket.destroy()
    onOutcome(outcome)
  }
  socket.on('connect', () => socket.write(framed(encodeQuestion(id, question))))
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    const packet = unframed(received)
    if (packet === null) return
    const reply = decodeReply(packet, id, question)
    finish(reply === null || reply === 'truncated' ? { error: 'EBADRESP' } : { reply })
  })
  socket.on('end', () => finish({ error: 'ECONNRESET' }))
  socket.on('error', (error: NodeJS.ErrnoException) => {
    // A socket that fails is destroyed before it says so
    onOutcome({ error: error.code ?? error.message })
  })
  return {
    cancel() {
      socket.removeAllListeners().on('error', () => {})
      socket.destroy()
    },
  }
}

function framed(packet: Buffer): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt16BE(packet.length)
  return Buffer.concat([length, packet])
}

/** The whole message, or null while some of it is missing. */
function unframed(received: Buffer): Buffer | null {
  if (received.length < LENGTH_BYTES) return null
  const length = received.readUInt16BE(0)
  return received.length < LENGTH_BYTES + length ? null : received.subarray(LENGTH_BYTES, LENGTH_BYTES + length)
}
