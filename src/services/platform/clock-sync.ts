/**
 * Follows the wall clock when it is set: the stored times of everything that waits move by the same step first, in one
 * transaction, so nothing comes early or late by it.
 *
 * The clock to follow is the machine's own with SQLite. Servers that share a PostgreSQL follow the database's clock
 * where their own disagrees with it, so a server whose clock is set alone moves nothing.
 */
import { type ServiceClock, UNNOTICED_MS } from '../../core/platform/time/service-clock.ts'
import { DAY_MS, SECOND_MS } from '../../core/platform/time/time.ts'
import { lockServiceClock, type StoredClock, saveSeen, saveShift } from '../../store/platform/service-clock.ts'
import type { Store, Tx } from '../../store/platform/store.ts'
import { type ClockShift, moveHistory, moveWaits } from '../../store/platform/time-shifts.ts'

/** Servers agree within seconds; of a larger difference the database's clock is believed. */
const MAX_DISAGREEMENT_MS = 2 * SECOND_MS

/** The clock that servers share was set if it differs by more than this from what a server expects of it. */
const SHARED_STEP_MS = 5 * SECOND_MS

/** An answer of the database that took longer says too little about its clock. */
const MAX_ANSWER_MS = 4 * SECOND_MS

/** How often the time is written down, to be found again after a restart. */
const SAVE_INTERVAL_MS = 10 * SECOND_MS

/** After a larger step, waits are repaired and the history stays as it is: it was a clock without a battery. */
const MAX_HISTORY_STEP_MS = 30 * DAY_MS

/** What became of a difference between the service's time and the clock that it follows. */
export interface ClockMove {
  /** By how much the service's time has moved, ms. */
  byMs: number
  /** By how much the stored times were moved with it, ms; 0 where they were right. */
  shiftedMs: number
}

/** What one look found. */
interface ClockComparison {
  /** A shift of the stored times that another server made, ms. */
  adoptedMs: number
  /** A shift of the stored times that this one made, ms. */
  shiftedMs: number
  /** What the clock is off after `adoptedMs`, ms. */
  leftMs: number
}

export class ClockSync {
  readonly clock: ServiceClock
  readonly #store: Store
  /** The stored shifts that the clock has followed, ms. */
  #shiftedMs = 0
  /** When the time was written down last, service time. */
  #seenAt = Number.NEGATIVE_INFINITY

  constructor(store: Store, clock: ServiceClock) {
    this.#store = store
    this.clock = clock
  }

  /**
   * The first look after a start. The clock may have been set back while no server ran, or shortly before the last one
   * ended; then stored times lie ahead of it.
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
   * Follows the clock, and moves the stored times where it was set. Of servers that see the same step, one moves them.
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
    const mine = this.clock.now() + adoptedMs
    const isAlone = this.#store.dialect === 'sqlite'
    const isStep = Math.abs(leftMs) > getStepMs(this.#store) && (isAlone || isOurTimeline(stored, mine, mine + leftMs))
    const shiftedMs = isStep ? Math.round(leftMs) : 0
    if (shiftedMs !== 0) await moveStoredTimes(tx, { from: mine, byMs: shiftedMs })
    await saveSeen(tx, Math.round(mine + leftMs))
    return { adoptedMs, shiftedMs, leftMs }
  }
}

/** A server that stood still finds the stored time where the clock is, since the others went on. */
const isOurTimeline = ({ seenAt }: StoredClock, mine: number, target: number): boolean =>
  Math.abs(seenAt - mine) < Math.abs(seenAt - target)

const getStepMs = ({ dialect }: Store): number => (dialect === 'postgres' ? SHARED_STEP_MS : UNNOTICED_MS)

/** What the service's time should be, Unix ms; null when the database took too long to say. */
async function readTarget(store: Store, clock: ServiceClock): Promise<number | null> {
  const requestedAt = clock.elapsed()
  const there = await store.traits.readClock(store.db)
  const wall = clock.getWallTime()
  if (there === null) return wall
  const tookMs = clock.elapsed() - requestedAt
  if (tookMs > MAX_ANSWER_MS) return null
  const shared = there + tookMs / 2
  return Math.abs(wall - shared) <= MAX_DISAGREEMENT_MS + tookMs / 2 ? wall : shared
}

async function moveStoredTimes(tx: Tx, shift: ClockShift): Promise<void> {
  await moveWaits(tx, shift, shift.from + shift.byMs)
  if (Math.abs(shift.byMs) <= MAX_HISTORY_STEP_MS) await moveHistory(tx, shift)
  await saveShift(tx, shift.byMs)
}
