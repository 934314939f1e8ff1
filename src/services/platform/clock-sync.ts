/**
 * Follows changes of the wall clock. When the clock is set, all stored due times move by the same step in one
 * transaction, so that no work runs early or late.
 *
 * With SQLite the reference is the machine's clock. Servers that share a PostgreSQL database use its clock if their own
 * clock disagrees, so setting the clock of one server moves nothing.
 */
import { type ServiceClock, UNNOTICED_MS } from '../../core/platform/time/service-clock.ts'
import { DAY_MS, SECOND_MS } from '../../core/platform/time/time.ts'
import { lockServiceClock, type StoredClock, saveSeen, saveShift } from '../../store/platform/clock/service-clock.ts'
import { type ClockShift, moveHistory, moveWaits } from '../../store/platform/clock/time-shifts.ts'
import type { Store, Tx } from '../../store/platform/store.ts'

/** Servers agree within seconds. Beyond this difference the database's clock is used. */
const MAX_DISAGREEMENT_MS = 2 * SECOND_MS

/** Deviation from the expected time beyond which the shared clock counts as set. */
const SHARED_STEP_MS = 5 * SECOND_MS

/** Database answers that take longer are too imprecise for a clock comparison. */
const MAX_ANSWER_MS = 4 * SECOND_MS

/** How often the time is stored, for comparison after a restart. */
const SAVE_INTERVAL_MS = 10 * SECOND_MS

/** Larger steps repair due times but leave the history unchanged: the clock had no battery. */
const MAX_HISTORY_STEP_MS = 30 * DAY_MS

/** Result of following the reference clock. */
export interface ClockMove {
  /** Change of the service's time, ms. */
  byMs: number
  /** Change of the stored times, ms; 0 when they were right. */
  shiftedMs: number
}

/** Result of one clock comparison. */
interface ClockComparison {
  /** Shift of the stored times by another server, ms. */
  adoptedMs: number
  /** Shift of the stored times by this server, ms. */
  shiftedMs: number
  /** Remaining clock difference after `adoptedMs`, ms. */
  leftMs: number
}

export class ClockSync {
  readonly clock: ServiceClock
  readonly #store: Store
  /** Total of the stored shifts this server has followed, ms. */
  #shiftedMs = 0
  /** When the time was last stored, service time. */
  #seenAt = Number.NEGATIVE_INFINITY

  constructor(store: Store, clock: ServiceClock) {
    this.#store = store
    this.clock = clock
  }

  /**
   * Compares the clocks after a start. The clock may have been set back while no server ran, or shortly before the last
   * server ended. Stored times are then ahead of the clock.
   */
  async start(): Promise<ClockMove | null> {
    const { clock } = this
    const target = (await readTarget(this.#store, clock)) ?? clock.now()
    clock.move(target - clock.now())
    const { total, byMs } = await this.#store.transact(async (tx) => {
      const { seenAt, shiftedMs } = await lockServiceClock(tx)
      const aheadMs = Math.round(clock.now() - seenAt)
      const byMs = aheadMs < -getStepMs(this.#store) ? aheadMs : 0
      if (byMs !== 0) await moveStoredTimes(tx, { from: seenAt, byMs })
      await saveSeen(tx, Math.round(clock.now()))
      return { total: shiftedMs + byMs, byMs }
    })
    this.#shiftedMs = total
    this.#seenAt = clock.now()
    return byMs === 0 ? null : { byMs, shiftedMs: byMs }
  }

  /**
   * Follows the reference clock, and moves the stored times when it was set. If several servers detect the same step,
   * one of them moves the times.
   *
   * @returns null when nothing moved
   */
  async sync(): Promise<ClockMove | null> {
    const { clock } = this
    const target = await readTarget(this.#store, clock)
    if (target === null) return null
    const offMs = target - clock.now()
    const isDue = Math.abs(clock.now() - this.#seenAt) >= SAVE_INTERVAL_MS
    if (!isDue && Math.abs(offMs) <= UNNOTICED_MS) return null
    const { adoptedMs, shiftedMs, leftMs } = await this.#store.transact((tx) => this.#compareClocks(tx, offMs))
    this.#shiftedMs += adoptedMs + shiftedMs
    clock.move(adoptedMs + leftMs)
    this.#seenAt = clock.now()
    const byMs = Math.round(adoptedMs + leftMs)
    return Math.abs(byMs) > UNNOTICED_MS ? { byMs, shiftedMs } : null
  }

  async #compareClocks(tx: Tx, offMs: number): Promise<ClockComparison> {
    const stored = await lockServiceClock(tx)
    const adoptedMs = stored.shiftedMs - this.#shiftedMs
    const leftMs = offMs - adoptedMs
    const localTime = this.clock.now() + adoptedMs
    const isAlone = this.#store.dialect === 'sqlite'
    const isStep =
      Math.abs(leftMs) > getStepMs(this.#store) && (isAlone || isOurTimeline(stored, localTime, localTime + leftMs))
    const shiftedMs = isStep ? Math.round(leftMs) : 0
    if (shiftedMs !== 0) await moveStoredTimes(tx, { from: localTime, byMs: shiftedMs })
    await saveSeen(tx, Math.round(localTime + leftMs))
    return { adoptedMs, shiftedMs, leftMs }
  }
}

/**
 * Returns whether the stored time matches this server's timeline. After a stall it matches the reference clock instead,
 * because the other servers kept running.
 */
const isOurTimeline = ({ seenAt }: StoredClock, localTime: number, target: number): boolean =>
  Math.abs(seenAt - localTime) < Math.abs(seenAt - target)

const getStepMs = ({ dialect }: Store): number => (dialect === 'postgres' ? SHARED_STEP_MS : UNNOTICED_MS)

/** Returns the time the service should have, Unix ms; null when the database answered too slowly. */
async function readTarget(store: Store, clock: ServiceClock): Promise<number | null> {
  const requestedAt = clock.elapsed()
  const databaseTime = await store.traits.readClock(store.db)
  const wall = clock.getWallTime()
  if (databaseTime === null) return wall
  const tookMs = clock.elapsed() - requestedAt
  if (tookMs > MAX_ANSWER_MS) return null
  const shared = databaseTime + tookMs / 2
  return Math.abs(wall - shared) <= MAX_DISAGREEMENT_MS + tookMs / 2 ? wall : shared
}

async function moveStoredTimes(tx: Tx, shift: ClockShift): Promise<void> {
  await moveWaits(tx, shift, shift.from + shift.byMs)
  if (Math.abs(shift.byMs) <= MAX_HISTORY_STEP_MS) await moveHistory(tx, shift)
  await saveShift(tx, shift.byMs)
}
