/**
 * How servers of one PostgreSQL hear each other: LISTEN on a connection of its own, NOTIFY through the pool. That a
 * connection stands says little: behind a pooler that hands connections around nothing would ever be heard. So
 * each server calls now and then, and must hear itself.
 */
import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { sql } from 'kysely'
import type pg from 'pg'
import { computeJitteredBackoffMs } from '../../core/platform/backoff.ts'
import type { Reader } from './store.ts'

interface PgNotifyOptions {
  /** Where words are said. */
  db: Reader
  /** Where they are heard: a direct connection to the same database. */
  url: string
  /** Another server said something; an empty text is only a sign of life. */
  onMessage: (server: string, text: string) => void
  /** Called after each sign of life of our own. */
  onHeartbeat: () => void
  /** Something may not have been heard. Called when others are heard for the first time, and again, and while nobody is. */
  onResync: () => void
  /** Whether others are heard, when that changes, and what is in the way. */
  report: (isListening: boolean, error: unknown) => void
  timings?: Partial<PgNotifyTimings>
}

interface PgNotifyTimings {
  /** Between two signs of life, ms. */
  heartbeatMs: number
  /** How long our own call may take to come back, ms. */
  selfTestMs: number
  /** Until the next try after a failure, doubling up to the longest, ms. */
  firstRetryMs: number
  longestRetryMs: number
}

const DEFAULT_TIMINGS: PgNotifyTimings = {
  heartbeatMs: 15_000,
  selfTestMs: 5_000,
  firstRetryMs: 500,
  longestRetryMs: 30_000,
}

export interface PgNotifier {
  /** @param texts each shorter than 7,900 bytes @throws what the database throws; then nobody heard any of them */
  notify(texts: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** Every database has channels of its own. */
const CHANNEL = 'watchkeeper'

const CONNECT_MS = 5_000

/** What is said is not heard, although the connection stands. */
class NotListeningError extends Error {}

export function openPgNotifier(options: PgNotifyOptions): PgNotifier {
  const { db, onMessage, onHeartbeat, onResync, report } = options
  const timings = { ...DEFAULT_TIMINGS, ...options.timings }
  const id = randomBytes(6).toString('hex')
  const stopping = new AbortController()
  let isListening: boolean | null = null
  let sentCount = 0
  let onSelfTest = () => {}

  /** Numbered, for PostgreSQL delivers the same text only once. */
  const notify = async (texts: readonly string[]): Promise<void> => {
    const numbered = texts.map((text) => `${id} ${++sentCount} ${text}`)
    await sql`select pg_notify(${CHANNEL}, t) from unnest(${numbered}::text[]) as t`.execute(db)
  }

  const receive = (payload: string): void => {
    const [, server, text] = /^(\S+) \d+ (.*)$/s.exec(payload) ?? []
    if (server === id) onSelfTest()
    else if (server !== undefined) onMessage(server, text!)
  }

  const setListening = (state: boolean, error: unknown = null): void => {
    if (isListening !== state) report(state, error)
    isListening = state
  }

  /** @throws Deaf; or what the database throws */
  async function call(signal: AbortSignal): Promise<void> {
    const selfTest = waitForCall(timings.selfTestMs, signal, (done) => {
      onSelfTest = done
    })
    selfTest.catch(() => {})
    await notify([''])
    onHeartbeat()
    if (!(await selfTest)) throw new NotListeningError('what is notified through DATABASE_URL is not heard')
  }

  /** Listens until something is in the way. @param onHeard called whenever it is certain that others are heard */
  async function listenUntilBroken(onListening: () => void): Promise<never> {
    const line = new AbortController()
    const giveUp = () => line.abort(new Error('the server is stopping'))
    stopping.signal.addEventListener('abort', giveUp)
    const client = connect(options.url, receive, (error) => line.abort(error))
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      for (;;) {
        await call(line.signal)
        onListening()
        await waitForCall(timings.heartbeatMs, line.signal, () => {})
      }
    } finally {
      stopping.signal.removeEventListener('abort', giveUp)
      client.end().catch(() => {})
    }
  }

  async function run(): Promise<void> {
    let failures = 0
    const onListening = () => {
      if (isListening !== true) onResync()
      failures = 0
      setListening(true)
    }
    while (!stopping.signal.aborted) {
      try {
        await listenUntilBroken(onListening)
      } catch (error) {
        if (stopping.signal.aborted) return
        setListening(false, error)
        if (error instanceof NotListeningError) onResync()
        const retryMs = computeJitteredBackoffMs(
          ++failures,
          timings.firstRetryMs,
          timings.longestRetryMs,
          Math.random(),
        )
        await waitForCall(retryMs, stopping.signal, () => {}).catch(() => {})
      }
    }
  }

  const running = run()
  return {
    notify,
    close: async () => {
      stopping.abort()
      await running
    },
  }
}

function connect(url: string, receive: (payload: string) => void, onBroken: (error: Error) => void): pg.Client {
  const driver = createRequire(import.meta.url)('pg') as typeof pg
  const client = new driver.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
    application_name: 'watchkeeper wire',
    keepAlive: true,
  })
  client.on('error', onBroken)
  client.on('end', () => onBroken(new Error('Connection ended')))
  client.on('notification', ({ payload = '' }) => receive(payload))
  return client
}

/**
 * @param arm is given what to call
 * @returns whether it was called before the time was over
 * @throws the reason of the signal
 */
function waitForCall(ms: number, signal: AbortSignal, arm: (call: () => void) => void): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  const fail = () => reject(signal.reason)
  if (signal.aborted) fail()
  const timer = setTimeout(resolve, ms, false)
  signal.addEventListener('abort', fail)
  arm(() => resolve(true))
  return promise.finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', fail)
  })
}
