/** Link of a remote probe. The probe sends requests over HTTPS; the server never connects to it. */
import { BoundedMap } from '../../core/platform/maps.ts'
import { MINUTE_MS, SECOND_MS } from '../../core/platform/time/time.ts'
import type {
  AssignmentsRequest,
  AssignmentsResponse,
  CheckOrder,
  CheckResult,
  ProbeRegistration,
  ProbeRegistrationReply,
} from '../../core/probes/protocol.ts'
import { UnregisteredError } from '../../core/probes/protocol.ts'
import { Refusal } from '../push/refusal.ts'
import { type Clock, wait } from '../schedule/clock.ts'
import type { OrderHandler, ProbeLink } from './link.ts'
import type { ServerAnswer } from './server-connection.ts'

/** Interface of `ServerConnection`; tests substitute it. */
export interface ServerTransport {
  request(path: string, body: unknown, timeoutMs: number): Promise<ServerAnswer>
  close(): void
}

/** The token decides the region; the server returns it. */
export interface RemoteRegistrationReply extends ProbeRegistrationReply {
  region: { code: string; name: string }
}

export interface HttpLinkOptions {
  connection: ServerTransport
  clock: Clock
  /** Called with the server's clock. */
  onTime: (serverNow: number, roundTripMs: number) => void
  report: (message: string, error: unknown) => void
  /** Pause after the server refused the token or this version. */
  refusedPauseMs?: number
}

/** Maximum duration of a long poll: each poll renews the lease. */
const MAX_POLL_MS = 5 * SECOND_MS

/** Time limits beyond the duration of the long poll. A complete list takes the server longer. */
const REQUEST_TIMEOUT_MS = 8 * SECOND_MS
const LIST_TIMEOUT_MS = 30 * SECOND_MS
const PUSH_TIMEOUT_MS = 15 * SECOND_MS
const LEAVE_TIMEOUT_MS = 2 * SECOND_MS

/** Maximum interval between two comparisons of the clocks. Long polls are useless for a comparison. */
const COMPARE_EVERY_MS = MINUTE_MS

/** Maximum pause, whatever the server requests. */
const MAX_PAUSE_MS = MINUTE_MS

/** This number of registrations within the window means that two probes share an identity. */
const DUPLICATE_REGISTRATIONS = 5
const DUPLICATE_WINDOW_MS = MINUTE_MS
const DUPLICATE_PAUSE_MS = 10 * SECOND_MS

/** Maximum attempts to report the result of an order. After them, the client has stopped waiting. */
const ORDER_TRIES = 3

/** Maximum characters of the reason why an order failed. */
const MAX_FAILURE_LENGTH = 1_000

/** Remembered orders, so that a repeated one runs only once. */
const MAX_REMEMBERED_ORDERS = 1_000

export class HttpLink implements ProbeLink {
  readonly #options: HttpLinkOptions
  #session: string | null = null
  /** A registration reply that has not been used yet. */
  #firstWelcome: RemoteRegistrationReply | null = null
  /** Times of recent registrations, monotonic ms. */
  #registeredAt: number[] = []
  #comparedAt = Number.NEGATIVE_INFINITY
  /** No request is sent before this time, monotonic ms. */
  #notBefore = 0
  /** Refusal of the token, until the probe has removed its assignments. */
  #refusal: Refusal | null = null
  readonly #stopWaiting = new Set<() => void>()
  #isClosed = false
  readonly #orders = new BoundedMap<string, true>(MAX_REMEMBERED_ORDERS)
  #runNow: OrderHandler = () => Promise.reject(new Error('the probe has not started'))

  constructor(options: HttpLinkOptions) {
    this.#options = options
  }

  /** Registers the probe before the runner exists, which needs the region. The next `register` returns this reply. */
  async registerFirst(hello: ProbeRegistration): Promise<RemoteRegistrationReply> {
    this.#firstWelcome = await this.register(hello)
    return this.#firstWelcome
  }

  async register(hello: ProbeRegistration): Promise<RemoteRegistrationReply> {
    const ready = this.#firstWelcome
    this.#firstWelcome = null
    if (ready !== null && ready.session === this.#session) return ready
    this.#session = null
    const welcome = (await this.#request('register', { hello }, LIST_TIMEOUT_MS)) as RemoteRegistrationReply
    if (typeof welcome?.session !== 'string' || typeof welcome.region?.code !== 'string')
      throw new Error('unexpected response from the server: registration reply missing')
    if (hello.region !== '' && hello.region !== welcome.region.code)
      throw new Refusal(
        'later',
        `the token is now for region ${welcome.region.code}, not ${hello.region}; restart the probe`,
      )
    this.#session = welcome.session
    this.#refusal = null
    this.#detectDuplicate()
    return welcome
  }

  /** Two probes with the same identity keep invalidating each other's session. */
  #detectDuplicate(): void {
    const now = this.#options.clock.monotonic()
    this.#registeredAt = [...this.#registeredAt.filter((at) => now - at < DUPLICATE_WINDOW_MS), now]
    if (this.#registeredAt.length < DUPLICATE_REGISTRATIONS) return
    this.#notBefore = Math.max(this.#notBefore, now + DUPLICATE_PAUSE_MS)
    this.#options.report(
      'another probe seems to use the same identity; each probe needs a separate data folder that is not a copy',
      null,
    )
  }

  /** Pulls assignments. A probe with a revoked token gets an empty list, and asks again from time to time. */
  async pull(request: AssignmentsRequest, waitMs: number): Promise<AssignmentsResponse> {
    // A push was refused earlier: the assignments are removed without waiting for the next request
    if (this.#refusal !== null) return this.#releaseAll(this.#refusal)
    const isCompareDue = this.#options.clock.monotonic() - this.#comparedAt > COMPARE_EVERY_MS
    const wait_ms = isCompareDue ? 0 : Math.min(waitMs, MAX_POLL_MS)
    const timeoutMs = wait_ms + (request.since === 0 ? LIST_TIMEOUT_MS : REQUEST_TIMEOUT_MS)
    try {
      const answer = (await this.#requestInSession(
        'pull',
        { request, wait_ms },
        timeoutMs,
        wait_ms,
      )) as AssignmentsResponse
      if (!Array.isArray(answer?.changed) || !Array.isArray(answer.removed) || typeof answer.revision !== 'number')
        throw new Error('unexpected response from the server: assignments missing')
      for (const order of answer.orders ?? []) void this.#runOrder(order)
      return answer
    } catch (error) {
      if (!isTokenRefused(error) || this.#isClosed) throw error
      return this.#releaseAll(error)
    }
  }

  #releaseAll(refusal: Refusal): AssignmentsResponse {
    this.#refusal = null
    this.#options.report('server rejected the token; no checks run until it is accepted', refusal)
    return { revision: 0, changed: [], removed: [], isWhole: true }
  }

  async push(results: readonly CheckResult[]): Promise<void> {
    await this.#requestInSession('push', { results }, PUSH_TIMEOUT_MS)
  }

  onRunNow(handler: OrderHandler): void {
    this.#runNow = handler
  }

  close(): void {
    this.#isClosed = true
    for (const stop of this.#stopWaiting) stop()
    this.#options.connection.close()
  }

  /**
   * Ends the session, so that other probes take over at once. Rejects when the server is unreachable: then they take
   * over when the lease expires.
   */
  async leave(): Promise<void> {
    const session = this.#session
    this.#session = null
    if (session !== null) await this.#options.connection.request('leave', { session }, LEAVE_TIMEOUT_MS)
  }

  async #requestInSession(path: string, body: object, timeoutMs: number, longPollMs = 0): Promise<unknown> {
    const session = this.#session
    if (session === null) throw new UnregisteredError('the probe is not registered')
    try {
      return await this.#request(path, { session, ...body }, timeoutMs, longPollMs)
    } catch (error) {
      if (error instanceof UnregisteredError && this.#session === session) this.#session = null
      throw error
    }
  }

  /** @param longPollMs maximum duration of the long poll; such an answer does not measure the round trip */
  async #request(path: string, body: unknown, timeoutMs: number, longPollMs = 0): Promise<unknown> {
    await this.#waitUntilAllowed()
    try {
      const { data, tookMs } = await this.#options.connection.request(path, body, timeoutMs)
      this.#recordServerTime(data, tookMs, longPollMs)
      return data
    } catch (error) {
      if (error instanceof Refusal) this.#pause(error, path)
      if (isTokenRefused(error)) this.#refusal = error
      throw error
    }
  }

  #recordServerTime(data: unknown, tookMs: number, longPollMs: number): void {
    const { now } = (data ?? {}) as { now?: unknown }
    if (typeof now !== 'number' || longPollMs > 0) return
    this.#comparedAt = this.#options.clock.monotonic()
    this.#options.onTime(now, tookMs)
  }

  #pause({ kind, retryAfterMs }: Refusal, path: string): void {
    const { clock, refusedPauseMs = MINUTE_MS } = this.#options
    // Even if one batch of results is rejected, the server may accept the next one
    const isRefused = kind === 'token' || (kind === 'content' && path !== 'push')
    const pauseMs = isRefused ? refusedPauseMs : Math.min(retryAfterMs ?? 0, MAX_PAUSE_MS)
    this.#notBefore = Math.max(this.#notBefore, clock.monotonic() + pauseMs)
  }

  async #waitUntilAllowed(): Promise<void> {
    const { clock } = this.#options
    for (;;) {
      if (this.#isClosed) throw new Error('the connection to the server is closed')
      const leftMs = this.#notBefore - clock.monotonic()
      if (leftMs <= 0) return
      const pause = wait(clock, leftMs)
      this.#stopWaiting.add(pause.cancel)
      await pause.done
      this.#stopWaiting.delete(pause.cancel)
    }
  }

  async #runOrder({ id, assignment }: CheckOrder): Promise<void> {
    if (this.#orders.has(id)) return
    this.#orders.set(id, true)
    const outcome = await this.#runNow(assignment).then(
      (result) => ({ result }),
      (error: unknown) => ({ failure: describeError(error).slice(0, MAX_FAILURE_LENGTH) }),
    )
    for (let tries = 1; tries <= ORDER_TRIES && !this.#isClosed; tries++)
      try {
        await this.#requestInSession(`orders/${encodeURIComponent(id)}`, outcome, REQUEST_TIMEOUT_MS)
        return
      } catch (error) {
        this.#options.report('failed to send the result of a requested check', error)
      }
  }
}

const isTokenRefused = (error: unknown): error is Refusal => error instanceof Refusal && error.kind === 'token'

const describeError = (error: unknown): string => (error instanceof Error ? error.message : String(error))
