/** Malicious and broken servers, and an assertion that a check of them has a bounded cost. */
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

/** Resets at the first byte of a request. */
export const resetAtFirstByte: Handler = (socket) => socket.once('data', () => socket.resetAndDestroy())

/** Sends data and resets once it is sent, without waiting for a request. */
export const sendThenReset =
  (data: string): Handler =>
  (socket) =>
    void socket.write(toBytes(data), () => setImmediate(() => socket.resetAndDestroy()))

/** Sends data after a request and resets. The pause lets the client read the data before the reset. */
export const replyThenReset = (data: string): Handler =>
  onRequest((socket) => void socket.write(toBytes(data), () => setTimeout(() => socket.resetAndDestroy(), 20)))

/** Sends data at once, without reading, and leaves the connection open. */
export const sendBytes =
  (data: string | Buffer): Handler =>
  (socket) =>
    void socket.write(toBytes(data))

/** Sends data at once and closes. */
export const sendThenClose =
  (data: string | Buffer): Handler =>
  (socket) =>
    void socket.end(toBytes(data))

/** Sends each piece in its own packet, one after the other. */
export const sendInPieces =
  (...pieces: (string | Buffer)[]): Handler =>
  (socket) => {
    const [first, ...others] = pieces
    if (first === undefined || socket.destroyed) return
    socket.setNoDelay(true)
    socket.write(toBytes(first), () => setTimeout(() => sendInPieces(...others)(socket), 5))
  }

/**
 * Sends byte by byte, so slowly that no deadline reaches the end.
 *
 * @param most number of bytes before the server falls silent
 */
export const sendSlowly = (start: string, piece: string, most = Number.POSITIVE_INFINITY): Handler =>
  onRequest((socket) => {
    socket.write(start)
    let at = 0
    const timer = setInterval(() => at < most && socket.write(piece[at++ % piece.length]!), 20)
    socket.on('close', () => clearInterval(timer))
  })

/** Repeats data while the connection is open. Unlike `replyEndlessly`, it waits for no request. */
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

/** Closes its own side at once and keeps reading. */
export const closeHalf: Handler = (socket) => {
  socket.allowHalfOpen = true
  socket.end()
}

/** The expected outcome of a check. */
export interface Expected {
  status?: 'up' | 'down'
  /** Null for a target that is up. */
  errorType: string | null
  /** The exact message, or a pattern. `{at}` is replaced with the address and the port. */
  message: string | RegExp | null
  statusCode?: number | null
}

export const UP: Expected = { status: 'up', errorType: null, message: null, statusCode: 200 }

/** A message of the form `read 127.0.0.1:PORT: …`. */
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

/** How far a check may exceed its deadline while it builds its message. */
const TOLERANCE_MS = 1_500

/** Deadline for cases that do not test the deadline. */
const PATIENT_MS = 5_000

/** Maximum number of bytes sent to a check before it stops reading: 2 MiB of body, and the buffers on the way. */
const MAX_SENT_BYTES = 16 * 1024 * 1024

/**
 * Runs one check and asserts its verdict, its duration, and that it leaves no connections or handles.
 *
 * @param target creates the check's target from the server; its URL if absent
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
    assert.ok(countedMs <= timeoutMs + TOLERANCE_MS, `took ${countedMs} of ${timeoutMs} ms`)
  await waitUntil(() => server.open.size === 0, 'the end of all connections')
  await waitUntil(() => countOpenHandles() <= before, 'the end of all handles')
  assert.ok(sent <= MAX_SENT_BYTES, `${sent} bytes were sent`)
  return outcome
}

function assertVerdict(outcome: ProberOutcome, expected: Expected, { port }: Target): void {
  const { status = 'down', errorType, message, statusCode = null } = expected
  const shown = JSON.stringify([outcome.status, outcome.errorType, outcome.errorMessage])
  assert.deepEqual([outcome.status, outcome.errorType, outcome.statusCode], [status, errorType, statusCode], shown)
  const shownMessage = outcome.errorMessage?.replaceAll(`127.0.0.1:${port}`, '{at}') ?? null
  if (message instanceof RegExp) assert.match(shownMessage ?? '', message)
  else assert.equal(shownMessage, message)
}

/** Counts sockets and timers that keep this process alive. */
export const countOpenHandles = (): number =>
  process.getActiveResourcesInfo().filter((kind) => /TCPSocket|TCPConnect|TLS|Timeout/.test(kind)).length
