/**
 * Messages between servers of one PostgreSQL: LISTEN on a dedicated connection, NOTIFY through the pool. An open
 * connection is no proof: behind a pooler in transaction mode, LISTEN would never receive anything. Each server
 * therefore sends itself a heartbeat at intervals and must receive it.
 */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { computeJitteredBackoffMs } from '../../../core/platform/limits/backoff.ts'
import type { Reader } from '../store.ts'
import { loadDriver } from './load-driver.ts'

interface PgNotifyOptions {
  /** Database that sends the messages. */
  db: Reader
  /** URL of a direct connection to the same database, which receives them. */
  url: string
  /** Called with each message of another server; an empty text is only a heartbeat. */
  onMessage: (server: string, text: string) => void
  /** Called after each heartbeat that this server sends. */
  onHeartbeat: () => void
  /**
   * Called when messages may have been missed: at the first connection, at each reconnection, and at intervals without
   * a connection.
   */
  onResync: () => void
  /** Reports a change of the connection state, with the error that broke it. */
  report: (isListening: boolean, error: unknown) => void
  timings?: Partial<PgNotifyTimings>
}

interface PgNotifyTimings {
  /** Interval between heartbeats, ms. */
  heartbeatMs: number
  /** Timeout for receiving this server's own heartbeat, ms. */
  selfTestMs: number
  /** Delay before the first retry, ms. It doubles up to `longestRetryMs`. */
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
  /**
   * @param texts each shorter than 7,900 bytes
   * @throws the database error; no server receives any of the texts then
   */
  notify(texts: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** Channels are separate for each database. */
const CHANNEL = 'watchkeeper'

const CONNECT_MS = 5_000

/** The connection is open, but notifications do not arrive. */
class NotListeningError extends Error {}

export function openPgNotifier(options: PgNotifyOptions): PgNotifier {
  const { db, onMessage, onHeartbeat, onResync, report } = options
  const timings = { ...DEFAULT_TIMINGS, ...options.timings }
  const id = randomBytes(6).toString('hex')
  const stopping = new AbortController()
  let isListening: boolean | null = null
  let sentCount = 0
  let onSelfTest = () => {}

  /** Numbered, because PostgreSQL delivers equal texts of a transaction only once. */
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

  /** @throws NotListeningError, or the database error */
  async function call(signal: AbortSignal): Promise<void> {
    const selfTest = waitForCall(timings.selfTestMs, signal, (done) => {
      onSelfTest = done
    })
    selfTest.catch(() => {})
    await notify([''])
    onHeartbeat()
    if (!(await selfTest)) throw new NotListeningError('notifications through DATABASE_URL are not received')
  }

  /**
   * Listens until the connection breaks.
   *
   * @param onListening called whenever a heartbeat has proved that notifications arrive
   */
  async function listenUntilBroken(onListening: () => void): Promise<never> {
    const connection = new AbortController()
    const giveUp = () => connection.abort(new Error('the server is stopping'))
    stopping.signal.addEventListener('abort', giveUp)
    const client = connect(options.url, receive, (error) => connection.abort(error))
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      for (;;) {
        await call(connection.signal)
        onListening()
        await waitForCall(timings.heartbeatMs, connection.signal, () => {})
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
  const client = new (loadDriver().Client)({
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
 * @param arm receives the function to call
 * @returns whether it was called within the time
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
