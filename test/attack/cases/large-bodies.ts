import { defineAttack } from '../attack.ts'
import { countStatuses, repeat } from '../stage/load.ts'
import { openConnection } from '../stage/raw.ts'

const BODIES = 100
const SIZE = 5 * 1024 * 1024
const TIMEOUT_MS = 60_000
const CHUNK = Buffer.alloc(64 * 1024, 32)

/** Requests that are refused before their body is read, with the expected status. */
const REFUSED: [what: string, head: string, status: number][] = [
  ['a body above the limit', 'POST /api/auth/register HTTP/1.1\r\n', 413],
  ['a missing credential', 'POST /api/monitors HTTP/1.1\r\n', 401],
  ['an unknown path', 'POST /api/nothing HTTP/1.1\r\n', 404],
]

export const largeBodies = defineAttack({
  name: 'large-bodies',
  title: 'clients that send a large body before they read the refusal',
  bar: `${BODIES} of ${BODIES} bodies of 5 MiB get the readable refusal, and none a broken connection`,
  databases: ['sqlite'],
  async run(stage) {
    const server = await stage.start()
    for (const [what, head, status] of REFUSED) {
      const answers = await repeat(BODIES, 4, () => sendThenRead(server.url, head))
      stage.record(what, countStatuses(answers))
      const good = answers.filter((answer) => answer.status === status).length
      stage.expect(good === BODIES, `${what}: ${good} of ${BODIES} are ${status}`)
    }
  },
})

/** @returns the status; 0 when the connection broke before the body was sent, or without a response */
function sendThenRead(url: string, head: string): Promise<{ status: number }> {
  const socket = openConnection(url, { allowHalfOpen: true })
  const { promise, resolve } = Promise.withResolvers<{ status: number }>()
  let [text, left] = ['', SIZE]
  const finish = (status: number) => {
    resolve({ status })
    socket.destroy()
  }
  socket.setTimeout(TIMEOUT_MS, () => finish(0))
  socket.on('error', () => finish(0)).on('close', () => finish(0))
  const send = () => {
    while (left > 0) {
      left -= CHUNK.length
      if (!socket.write(CHUNK)) return
    }
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      const status = /^HTTP\/1\.1 (\d{3}).*\}$/s.exec(text)?.[1]
      if (status !== undefined) finish(Number(status))
    })
  }
  socket.on('drain', send)
  socket.write(`${head}Host: a\r\nContent-Type: application/json\r\nContent-Length: ${SIZE}\r\n\r\n`)
  send()
  return promise
}
