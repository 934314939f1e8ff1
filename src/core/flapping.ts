/**
 * A monitor that changes its status again and again. People hear of it once, and then not of each change: its incident
 * stays open until it has been steady for a while.
 */

import type { StatusChange } from './state.ts'
import { SECOND_MS } from './time.ts'
import { durationInWords } from './time-words.ts'

/** This many changes within this many intervals are too many. */
const CHANGES = 5
const WITHIN_INTERVALS = 15

/** Without a change for this many intervals it is steady again. */
const STEADY_INTERVALS = 5

/** Unix ms. */
export interface Flapping {
  since: number
  /** When it is over, unless the status changes again. */
  steadyAt: number
  /** What the times are reckoned by. */
  intervalMs: number
}

export interface FlapState {
  /** When the status changed lately, oldest first; Unix ms. */
  recent: readonly number[]
  /** Null while it is not. */
  flapping: Flapping | null
}

export const CALM: FlapState = Object.freeze({ recent: Object.freeze([]), flapping: null })

/** How far back changes count. */
export const flapWindowMs = (intervalMs: number): number => WITHIN_INTERVALS * intervalMs

const MEASURED: readonly string[] = ['up', 'down', 'degraded']

/** What checks found, and not what silence or people made of it. */
export const countsAsFlap = ({ from, to }: Pick<StatusChange, 'from' | 'to'>): boolean =>
  from !== to && MEASURED.includes(from) && MEASURED.includes(to)

/**
 * One more change that counts.
 *
 * @param at when, Unix ms; not before the last one
 * @param intervalMs how often the monitor is checked
 */
export function flapAfter(before: FlapState, at: number, intervalMs: number): FlapState {
  const { recent: known, flapping } = settledBy(before, at)
  const recent = [...known.filter((time) => time > at - flapWindowMs(intervalMs)), at]
  const isFlapping = flapping !== null || recent.length >= CHANGES
  return {
    recent,
    flapping: isFlapping
      ? { since: flapping?.since ?? at, steadyAt: at + STEADY_INTERVALS * intervalMs, intervalMs }
      : null,
  }
}

/** A change that does not count, because planned work brings it about: all the same, nobody is steady for it. */
export function unsettledBy(before: FlapState, at: number, intervalMs: number): FlapState {
  const { recent, flapping } = settledBy(before, at)
  if (!flapping) return { recent, flapping }
  return { recent, flapping: { ...flapping, steadyAt: at + STEADY_INTERVALS * intervalMs, intervalMs } }
}

/** The same at a later moment, Unix ms. */
export const settledBy = (state: FlapState, at: number): FlapState =>
  state.flapping && state.flapping.steadyAt <= at ? { ...state, flapping: null } : state

/** When a monitor last changed before it was steady again. */
export const lastChangeOf = ({ steadyAt, intervalMs }: Flapping): number => steadyAt - STEADY_INTERVALS * intervalMs

/** `flapping: 5 status changes within 4 min`; just `flapping` where most of them were a while ago, or planned. */
export function flappingReason({ recent }: FlapState): string {
  if (recent.length < CHANGES) return 'flapping'
  const lasted = (recent.at(-1)! - recent[0]!) / SECOND_MS
  return `flapping: ${recent.length} status changes within ${durationInWords(lasted)}`
}

/** What people are told at its beginning. */
export const flappingMessage = (state: FlapState, { intervalMs }: Flapping): string =>
  `The monitor is ${flappingReason(state)}. The incident stays open, and nobody is told of further changes until the ` +
  `status has been steady for ${steadyTime(intervalMs)}.`

/** `no longer flapping: up for 5 min` */
export const steadyReason = (status: string, { intervalMs }: Flapping): string =>
  `no longer flapping: ${status} for ${steadyTime(intervalMs)}`

const steadyTime = (intervalMs: number): string => durationInWords((STEADY_INTERVALS * intervalMs) / SECOND_MS)
