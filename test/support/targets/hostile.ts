/** Servers that mean harm, or are broken as if they did; and the proof that a check of them costs no more than itself. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { ProberOutcome } from '../../../src/probers/run-check.ts'
import { type CheckOptions, check, makeTools } from '../../probers/check.ts'
import { withDeadlines } from '../time/loop-turn-deadline.ts'
import { waitUntil } from '../time/until.ts'
import { type Handler, listen, onRequest, type Target } from './targets.ts'

const toBytes = (data: string | Buffer): Buffer => (typeof data === 'string' ? Buffer.from(data, 'latin1') : data)

export const sendNothing: Handler = () => {}

export const closeAtOnce: Handler = (socket) => void socket.end()

export const resetAtOnce: Handler = (socket) => void socket.resetAndDestroy()

/** Resets as soon as anything of a request is there. */
export const resetAtFirstByte: Handler = (socket) => socket.once('data', () => socket.resetAndDestroy())

/** Says something and resets when that has left, unasked or asked by a request. */
export const sendThenReset =
  (data: string): Handler =>
  (socket) =>
    void socket.write(toBytes(data), () => setImmediate(() => socket.resetAndDestroy()))

/** The same when a request has come. The pause lets the words be read apart from the reset. */
export const replyThenReset = (data: string): Handler =>
  onRequest((socket) => void socket.write(toBytes(data), () => setTimeout(() => socket.resetAndDestroy(), 20)))

/** Says something at once, before it has read a word, and leaves the connection open. */
export const sendBytes =
  (data: string | Buffer): Handler =>
  (socket) =>
    void socket.write(toBytes(data))

/** The same, and closes. */
export const sendThenClose =
  (data: string | Buffer): Handler =>
  (socket) =>
    void socket.end(toBytes(data))

/** In packets of their own, one after the other. */
export const sendInPieces =
  (...pieces: (string | Buffer)[]): Handler =>
  (socket) => {
    const [first, ...others] = pieces
    if (first === undefined || socket.destroyed) return
    socket.setNoDelay(true)
    socket.write(toBytes(first), () => setTimeout(() => sendInPieces(...others)(socket), 5))
  }

/** Byte by byte, so slowly that no deadline sees the end. @param most bytes, before it falls silent */
export const sendSlowly = (start: string, piece: string, most = Number.POSITIVE_INFINITY): Handler =>
  onRequest((socket) => {
    socket.write(start)
    let at = 0
    const timer = setInterval(() => at < most && socket.write(piece[at++ % piece.length]!), 20)
    socket.on('close', () => clearInterval(timer))
  })

/** Repeats itself for as long as it is listened to. Unlike `endless`, unasked. */
export const sendEndlessly =
  (start: string | Buffer, piece: string | Buffer): Handler =>
  (socket) => {
    const bytes = toBytes(piece)
    const many = Buffer.concat(Array(Math.ceil(16_384 / bytes.length)).fill(bytes))
    const more = () => {
      while (!socket.destroyed && socket.write(many));
    }
    socket.on('drain', more)
    socket.write(toBytes(start))
    more()
  }

/** Ends its own side at once and goes on listening. */
export const closeHalf: Handler = (socket) => {
  socket.allowHalfOpen = true
  socket.end()
}

/** What a check of a target must come to. */
export interface Expected {
  status?: 'up' | 'down'
  /** Null for a target that is up. */
  errorType: string | null
  /** Exact, or a pattern. `{at}` stands for the address and the port. */
  message: string | RegExp | null
  statusCode?: number | null
}

export const UP: Expected = { status: 'up', errorType: null, message: null, statusCode: 200 }

/** What `read 127.0.0.1:PORT: …` says. */
export const expectConnectionError = (text: string, statusCode: number | null = null): Expected => ({
  errorType: 'connection_error',
  message: `read {at}: ${text}`,
  statusCode,
})

export const expectTimeout = (text: string, statusCode: number | null = null): Expected => ({
  errorType: 'timeout',
  message: `read {at}: ${text}`,
  statusCode,
})

export const expectStatus = (statusCode: number, text = `status ${statusCode}, expected 2xx`): Expected => ({
  errorType: 'status_code',
  message: text,
  statusCode,
})

export interface HostileCase extends CheckOptions {
  handler: Handler
  expected: Expected
}

/** A check may count on so much beyond its deadline, to find its words. */
const LATE_MS = 1_500

/** Deadline where the end of it is not what is waited for. */
const PATIENT_MS = 5_000

/** Most that may be sent to a check before it has had enough: 2 MiB of body, and what lies in buffers on the way. */
const MAX_SENT_BYTES = 16 * 1024 * 1024

/**
 * Runs one check and proves its verdict, that it was in time, and that nothing is left of it.
 *
 * @param target makes what is checked of the server; its URL if absent
 */
export async function assertHandled(
  t: TestContext,
  { handler, expected, ...options }: HostileCase,
  target = ({ url }: Target): string => url,
): Promise<ProberOutcome> {
  let sent = 0
  const server = await listen(t, (socket) => {
    socket.on('close', () => {
      sent += socket.bytesWritten
    })
    handler(socket)
  })
  const timeoutMs = options.timeoutMs ?? (expected.errorType === 'timeout' ? 250 : PATIENT_MS)
  const settings = options.type === 'TCP' ? { port: server.port, ...options.settings } : options.settings
  const before = countOpenHandles()
  const { tools, deadlines } = withDeadlines(options.tools ?? makeTools(t))
  const outcome = await check(t, target(server), { ...options, ...(settings && { settings }), timeoutMs, tools })
  assertVerdict(outcome, expected, server)
  for (const { countedMs } of deadlines)
    assert.ok(countedMs <= timeoutMs + LATE_MS, `took ${countedMs} of ${timeoutMs} ms`)
  await waitUntil(() => server.open.size === 0, 'the end of all connections')
  await waitUntil(() => countOpenHandles() <= before, 'the end of all handles')
  assert.ok(sent <= MAX_SENT_BYTES, `${sent} bytes were sent`)
  return outcome
}

function assertVerdict(outcome: ProberOutcome, expected: Expected, { port }: Target): void {
  const { status = 'down', errorType, message, statusCode = null } = expected
  const shown = JSON.stringify([outcome.status, outcome.errorType, outcome.errorMessage])
  assert.deepEqual([outcome.status, outcome.errorType, outcome.statusCode], [status, errorType, statusCode], shown)
  const said = outcome.errorMessage?.replaceAll(`127.0.0.1:${port}`, '{at}') ?? null
  if (message instanceof RegExp) assert.match(said ?? '', message)
  else assert.equal(said, message)
}

/** Sockets and timers that keep this process awake. */
export const countOpenHandles = (): number =>
  process.getActiveResourcesInfo().filter((kind) => /TCPSocket|TCPConnect|TLS|Timeout/.test(kind)).length
