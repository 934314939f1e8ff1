/**
 * How servers of one PostgreSQL hear each other: LISTEN on a connection of its own, NOTIFY through the pool. That a
 * connection stands says little: behind a pooler that hands connections around nothing would ever be heard. So
 * each server calls now and then, and must hear itself.
 */
import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { sql } from 'kysely'
import type pg from 'pg'
import { jitteredBackoffMs } from '../../core/platform/backoff.ts'
import type { Reader } from './store.ts'

interface WireOptions {
  /** Where words are said. */
  db: Reader
  /** Where they are heard: a direct connection to the same database. */
  url: string
  /** Another server said something; an empty text is only a sign of life. */
  onHear: (server: string, text: string) => void
  /** Called after each sign of life of our own. */
  onBeat: () => void
  /** Something may not have been heard. Called when others are heard for the first time, and again, and while nobody is. */
  onGap: () => void
  /** Whether others are heard, when that changes, and what is in the way. */
  report: (hears: boolean, error: unknown) => void
  pace?: Partial<WirePace>
}

interface WirePace {
  /** Between two signs of life, ms. */
  beatMs: number
  /** How long our own call may take to come back, ms. */
  echoMs: number
  /** Until the next try after a failure, doubling up to the longest, ms. */
  firstRetryMs: number
  longestRetryMs: number
}

const WIRE_PACE: WirePace = { beatMs: 15_000, echoMs: 5_000, firstRetryMs: 500, longestRetryMs: 30_000 }

export interface Wire {
  /** @param texts each shorter than 7,900 bytes @throws what the database throws; then nobody heard any of them */
  say(texts: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** Every database has channels of its own. */
const CHANNEL = 'watchkeeper'

const CONNECT_MS = 5_000

/** What is said is not heard, although the connection stands. */
class Deaf extends Error {}

export function openWire(options: WireOptions): Wire {
  const { db, onHear, onBeat, onGap, report } = options
  const pace = { ...WIRE_PACE, ...options.pace }
  const id = randomBytes(6).toString('hex')
  const stopping = new AbortController()
  let hears: boolean | null = null
  let said = 0
  let onEcho = () => {}

  /** Numbered, for PostgreSQL delivers the same text only once. */
  const say = async (texts: readonly string[]): Promise<void> => {
    const numbered = texts.map((text) => `${id} ${++said} ${text}`)
    await sql`select pg_notify(${CHANNEL}, t) from unnest(${numbered}::text[]) as t`.execute(db)
  }

  const hear = (payload: string): void => {
    const [, server, text] = /^(\S+) \d+ (.*)$/s.exec(payload) ?? []
    if (server === id) onEcho()
    else if (server !== undefined) onHear(server, text!)
  }

  const become = (state: boolean, error: unknown = null): void => {
    if (hears !== state) report(state, error)
    hears = state
  }

  /** @throws Deaf; or what the database throws */
  async function call(signal: AbortSignal): Promise<void> {
    const echo = called(pace.echoMs, signal, (done) => {
      onEcho = done
    })
    echo.catch(() => {})
    await say([''])
    onBeat()
    if (!(await echo)) throw new Deaf('what is notified through DATABASE_URL is not heard')
  }

  /** Listens until something is in the way. @param onHeard called whenever it is certain that others are heard */
  async function attend(onHeard: () => void): Promise<never> {
    const line = new AbortController()
    const giveUp = () => line.abort(new Error('the server is stopping'))
    stopping.signal.addEventListener('abort', giveUp)
    const client = connect(options.url, hear, (error) => line.abort(error))
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      for (;;) {
        await call(line.signal)
        onHeard()
        await called(pace.beatMs, line.signal, () => {})
      }
    } finally {
      stopping.signal.removeEventListener('abort', giveUp)
      client.end().catch(() => {})
    }
  }

  async function run(): Promise<void> {
    let failures = 0
    const onHeard = () => {
      if (hears !== true) onGap()
      failures = 0
      become(true)
    }
    while (!stopping.signal.aborted) {
      try {
        await attend(onHeard)
      } catch (error) {
        if (stopping.signal.aborted) return
        become(false, error)
        if (error instanceof Deaf) onGap()
        const retryMs = jitteredBackoffMs(++failures, pace.firstRetryMs, pace.longestRetryMs, Math.random())
        await called(retryMs, stopping.signal, () => {}).catch(() => {})
      }
    }
  }

  const running = run()
  return {
    say,
    close: async () => {
      stopping.abort()
      await running
    },
  }
}

function connect(url: string, hear: (payload: string) => void, onBroken: (error: Error) => void): pg.Client {
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
  client.on('notification', ({ payload = '' }) => hear(payload))
  return client
}

/**
 * @param arm is given what to call
 * @returns whether it was called before the time was over
 * @throws the reason of the signal
 */
function called(ms: number, signal: AbortSignal, arm: (call: () => void) => void): Promise<boolean> {
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
