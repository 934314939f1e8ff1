import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { defineAttack } from '../attack.ts'
import { type Account, signUp } from '../stage/accounts.ts'
import { createSender } from '../stage/load.ts'
import { countHandles } from '../stage/process-figures.ts'
import { openConnection } from '../stage/raw.ts'
import type { Stage } from '../stage/stage.ts'

const HANDLES = 1_024
const FLOOD = 1_100
const SOME = 100

const MOST_HELD_MS = 60_000
const PATIENCE_MS = 90_000
const LOOK_EVERY_MS = 1_000

/** No address of this machine is a trusted proxy. A server would close connections of a proxy last. */
const STRANGERS = { WK_TRUSTED_PROXIES: '192.0.2.1' }

/** Other files that a server may open in the meantime, such as temporary files. */
const LEEWAY = 10

const HEAD = 'POST /api/auth/login HTTP/1.1\r\nHost: a\r\n'
const BODY = `${HEAD}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`
const LARGE = 'GET /api/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'

export const slowConnections = defineAttack({
  name: 'slow-connections',
  title: 'clients that send nothing, never finish, or never read',
  bar: `every such connection is closed within ${MOST_HELD_MS / 1_000} s. /api/ready and signed-in users get answers, even with ${FLOOD} connections at a limit of ${HANDLES}`,
  databases: ['sqlite'],
  isWaiting: true,
  async run(stage) {
    await Promise.all([
      hold(stage, { what: `${FLOOD} silent from one address`, count: FLOOD, addresses: 1 }),
      hold(stage, { what: `${FLOOD} silent from ${SOME} addresses`, count: FLOOD, addresses: SOME }),
      ...SLOW.map(([what, bytes, more]) => hold(stage, { what, count: SOME, bytes, more })),
    ])
  },
})

/** Heads and bodies that arrive slowly, and clients that request large responses and read none. */
const SLOW: [what: string, bytes: string, more: string][] = [
  [`${SOME} unfinished heads`, HEAD, 'X-More: 1\r\n'],
  [`${SOME} unfinished bodies`, BODY, ' '],
  [`${SOME} that never read`, LARGE.repeat(50), ''],
]

interface Flood {
  what: string
  count: number
  /** Bytes that each client sends first. */
  bytes?: string
  /** Bytes that each client sends every second. */
  more?: string
  /** Number of addresses from which the clients connect. */
  addresses?: number
}

/** Opens connections to a new server, keeps the client side open, and waits until the server closes them. */
async function hold(stage: Stage, { what, count, bytes = '', more = '', addresses = 10 }: Flood): Promise<void> {
  const server = await stage.start({ env: STRANGERS, under: ['prlimit', `--nofile=${HANDLES}`] })
  const account = await signUp(server.url, 'owner')
  const before = countHandles(server.pid)
  const sockets = Array.from({ length: count }, (_, number) => {
    const localAddress = `127.0.2.${1 + (number % addresses)}`
    const socket = openConnection(server.url, { localAddress, allowHalfOpen: true })
    socket.pause()
    socket.write(bytes)
    return socket
  })
  stage.after(() => {
    for (const socket of sockets) socket.destroy()
  })
  const begunAt = performance.now()
  const polls = pollReady(server.url, account)
  await delay(LOOK_EVERY_MS)
  stage.record(`${what}: handles taken`, countHandles(server.pid) - before)
  const isHeld = () => countHandles(server.pid) - before > LEEWAY
  while (isHeld() && performance.now() - begunAt < PATIENCE_MS) {
    await delay(LOOK_EVERY_MS)
    if (more !== '') for (const socket of sockets) send(socket, more)
  }
  const heldMs = performance.now() - begunAt
  const held = isHeld()
    ? `${countHandles(server.pid) - before} held after ${PATIENCE_MS / 1_000} s`
    : `${Math.round(heldMs / 1_000)} s`
  stage.record(`${what}: let go after`, held)
  stage.expect(heldMs <= MOST_HELD_MS + 2 * LOOK_EVERY_MS, `${what}: ${held}`)
  const { count: polled, failed } = await polls.end()
  stage.record(`${what}: polls of /api/ready and of a signed-in user that failed`, `${failed} of ${polled}`)
  stage.expect(failed === 0, `${what}: ${failed} of ${polled} polls failed`)
}

const send = (socket: Socket, bytes: string): void => {
  if (!socket.destroyed && socket.writable) socket.write(bytes)
}

/** Opens a new connection each time, like a load balancer. */
function pollReady(url: string, { headers }: Account) {
  let [count, failed, isOver] = [0, 0, false]
  const poll = async (path: string, sent: Record<string, string>) => {
    while (!isOver) {
      const { status } = await createSender(url)({ path, headers: { ...sent, connection: 'close' } })
      count++
      if (status !== 200) failed++
      await delay(LOOK_EVERY_MS)
    }
  }
  const polls = [poll('/api/ready', {}), poll('/api/monitors?limit=1', headers)]
  return {
    async end() {
      isOver = true
      await Promise.all(polls)
      return { count, failed }
    },
  }
}
