/** Random histories of monitors, side by side under one clock, and a way to shrink a failing history. */
import type { Maintenance } from './incidents.ts'
import type { Check, Family, ModelEvent, ModelMonitor } from './reference.ts'

/** A history and its monitor. Histories of one world share the clock and the order of `turn`. */
export interface History {
  watched: ModelMonitor
  events: (ModelEvent & { turn: number })[]
}

export const REGIONS = ['ap-1', 'eu-1', 'local', 'sa-1', 'us-1'] as const

/** How a target behaves for a while. */
type TargetBehaviour = 'well' | 'broken' | 'slow' | 'shaky' | 'split'

const ERRORS = ['timeout', 'status_code', 'keyword_missing', 'ssl_error', 'dns_error', 'connection_error']

/** Random choices for histories. */
export class Dice {
  readonly #random: () => number

  constructor(random: () => number) {
    this.#random = random
  }

  /** Returns an integer; both ends are included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.#random() * (high - low + 1))
  }

  happens(chance: number): boolean {
    return this.#random() < chance
  }

  one<T>(of: readonly T[]): T {
    return of[this.between(0, of.length - 1)]!
  }

  some<T>(of: readonly T[], count: number): T[] {
    const left = [...of]
    return Array.from({ length: count }, () => left.splice(this.between(0, left.length - 1), 1)[0]!)
  }
}

const WATCHES = ['silence', 'steady', 'withheld'] as const
type Watch = (typeof WATCHES)[number]

/** One step in the order of events. Its event happens at the same time in every history that it concerns. */
interface Step {
  number: number
  now: number
  /** Time since the last round, in ms. */
  passed: number
  what: Watch | 'people' | { region: string }
}

const SECOND = 1_000

/** Results arrive in time. The model does not merge late results with results of other regions. */
const PUSHED_WITHIN_MS = 14_000
const MINUTE = 60 * SECOND

export interface WorldPlan {
  count: number
  rounds: number
  /** Unix ms. */
  start: number
  /** Prefix of the monitor names. */
  prefix: string
  /** Whether the clock may be set back. */
  setsBack: boolean
}

export function makeWorld(random: () => number, { count, rounds, start, prefix, setsBack }: WorldPlan): History[] {
  const dice = new Dice(random)
  const turns = makeSteps(dice, rounds, start, setsBack)
  return Array.from({ length: count }, (_, index) =>
    makeHistory(dice, turns, start, `${prefix}-${index}`, setsBack ? 0 : chooseDelayMs(index)),
  )
}

/** How late the probes of a history start their checks. While clocks are set back, no due time shows it. */
const chooseDelayMs = (index: number): number => (index % 2 === 0 ? 0 : (index * 7_919) % (12 * MINUTE))

function makeSteps(dice: Dice, rounds: number, start: number, setsBack: boolean): Step[] {
  const turns: Step[] = []
  let now = start
  for (let round = 0; round < rounds; round++) {
    const passed = step(dice, setsBack)
    now += passed
    const add = (what: Step['what']) => turns.push({ number: turns.length, now, passed: Math.abs(passed), what })
    // A result that ended before a silence was found would be late
    for (const watch of dice.some(WATCHES, dice.one([0, 0, 1, 3]))) if (watch !== 'silence') add(watch)
    for (const region of dice.some(REGIONS, REGIONS.length)) add({ region })
    if (dice.happens(0.4)) add('people')
    for (const watch of dice.some(WATCHES, dice.one([0, 1, 1, 3]))) add(watch)
  }
  return turns
}

/** How far the clock advances. Sometimes nothing happens for hours, and sometimes the clock is set back. */
function step(dice: Dice, setsBack: boolean): number {
  const chance = dice.between(1, setsBack ? 100 : 97)
  if (chance <= 55) return dice.between(5 * SECOND, MINUTE)
  if (chance <= 85) return dice.between(MINUTE, 5 * MINUTE)
  if (chance <= 94) return dice.between(5 * MINUTE, 30 * MINUTE)
  if (chance <= 97) return dice.between(30 * MINUTE, 600 * MINUTE)
  return -dice.between(10 * SECOND, 120 * MINUTE)
}

function makeHistory(dice: Dice, turns: readonly Step[], createdAt: number, name: string, lateMs: number): History {
  const regions = dice.some(REGIONS, dice.one([1, 1, 2, 2, 3, 3, 4, 5]))
  const intervalSeconds = dice.one([30, 60, 60, 120, 300, 600])
  const watched: ModelMonitor = {
    name,
    createdAt,
    intervalSeconds,
    timeoutMs: dice.one([1, 5, 10, 29]) * SECOND,
    failureThreshold: dice.between(1, 4),
    recoveryThreshold: dice.between(1, 4),
    regions,
    maintenance: chooseMaintenance(dice, turns),
  }
  const target = new Target(dice, lateMs)
  const events: History['events'] = []
  // A region may join late and leave early
  const stay = new Map<string, [number, number]>(regions.map((region) => [region, spanOf(dice, turns.length)]))
  for (const turn of turns) {
    const { now, number } = turn
    const { what } = turn
    if (what === 'people') {
      if (dice.happens(0.12)) events.push({ turn: number, now, ...chooseUserAction(dice, regions) })
    } else if (typeof what === 'string') events.push({ turn: number, now, what })
    else {
      target.change()
      const { region } = what
      const [from, to] = stay.get(region) ?? [1, 0]
      if (number < from || number > to) continue
      const checks = target.checks(region, turn)
      if (checks.length > 0) events.push({ turn: number, now, what: 'results', region, checks })
    }
  }
  return { watched, events }
}

/** Returns maintenance windows, mostly none; two windows never touch. */
function chooseMaintenance(dice: Dice, turns: readonly Step[]): Maintenance[] {
  const spans: Maintenance[] = []
  for (let count = dice.one([0, 0, 0, 0, 1, 1, 2]); count > 0; count--) {
    const startsAt = dice.one(turns).now - dice.between(0, 10 * MINUTE)
    const endsAt = startsAt + dice.between(MINUTE, dice.one([5, 60]) * MINUTE)
    if (spans.every((other) => endsAt < other.startsAt || other.endsAt < startsAt)) spans.push({ startsAt, endsAt })
  }
  return spans
}

const spanOf = (dice: Dice, turns: number): [number, number] => [
  dice.happens(0.8) ? 0 : dice.between(0, turns),
  dice.happens(0.8) ? turns : dice.between(0, turns),
]

type UserAction =
  | { what: 'pause' | 'resume' | 'delete' }
  | { what: 'withdraw'; region: string }
  | { what: 'acknowledge' | 'resolve' | 'reopen' | 'discard'; family: Family }

function chooseUserAction(dice: Dice, regions: string[]): UserAction {
  const what = dice.one([
    'pause',
    'resume',
    'resume',
    'acknowledge',
    'acknowledge',
    'resolve',
    'resolve',
    'reopen',
    'rare',
  ] as const)
  const family: Family = dice.happens(0.8) ? 'availability' : 'slowness'
  if (what === 'pause' || what === 'resume') return { what }
  if (what !== 'rare') return { what, family }
  if (regions.length > 1 && dice.happens(0.5)) return { what: 'withdraw', region: dice.one(regions) }
  return dice.happens(0.5) ? { what: 'discard', family } : { what: 'delete' }
}

/** The state of a target and the checks that observe it. */
class Target {
  readonly #dice: Dice
  #mood: TargetBehaviour = 'well'
  #broken: readonly string[] = []
  /** How late the probes start all of their checks. */
  readonly #lateMs: number
  readonly #sent = new Map<string, Check[]>()

  constructor(dice: Dice, lateMs: number) {
    this.#dice = dice
    this.#lateMs = lateMs
  }

  change(): void {
    if (!this.#dice.happens(0.06)) return
    this.#mood = this.#dice.one(['well', 'well', 'broken', 'broken', 'slow', 'shaky', 'split'])
    this.#broken = this.#dice.some(REGIONS, this.#dice.between(1, 3))
  }

  checks(region: string, { now, passed }: Step): Check[] {
    const count = this.#dice.one([0, 0, 1, 1, 1, 1, 2, 2, 3, 4])
    const sent = this.#sent.get(region) ?? []
    const fresh = Array.from({ length: count }, (_, index) =>
      this.#check(region, now - Math.round((Math.min(passed, PUSHED_WITHIN_MS) * (count - index)) / (count + 1)), now),
    )
    const checks = fresh.filter(
      ({ scheduledAt }, index) =>
        ![...sent, ...fresh.slice(0, index)].some((other) => other.scheduledAt === scheduledAt),
    )
    this.#sent.set(region, [...sent, ...checks])
    // A probe that received no acknowledgement sends the results again
    const again = sent.slice(-this.#dice.between(1, 3)).filter(({ endedAt }) => endedAt > now - PUSHED_WITHIN_MS)
    return this.#dice.happens(0.08) ? [...checks, ...again] : checks
  }

  #check(region: string, when: number, now: number): Check {
    const scheduledAt = when - this.#lateMs
    const startedAt = when + this.#dice.one([0, 1, 20, 2_000])
    const endedAt = Math.max(startedAt, Math.min(startedAt + this.#dice.between(1, 3_000), now))
    const status = this.#status(region)
    const errorType = status === 'down' ? this.#dice.one(ERRORS) : status === 'degraded' ? 'slow_response' : null
    const errorMessage = status === 'up' ? null : `${status} in ${region}: ${errorType} at ${scheduledAt % 100_000}`
    return { scheduledAt, startedAt, endedAt, status, errorType, errorMessage }
  }

  #status(region: string): Check['status'] {
    const dice = this.#dice
    if (dice.happens(0.05)) return 'inconclusive'
    if (dice.happens(0.05)) return dice.one(['up', 'down', 'degraded'])
    switch (this.#mood) {
      case 'well':
        return 'up'
      case 'broken':
        return 'down'
      case 'slow':
        return dice.happens(0.85) ? 'degraded' : 'up'
      case 'shaky':
        return dice.one(['up', 'down', 'down', 'degraded'])
      case 'split':
        return this.#broken.includes(region) ? 'down' : dice.one(['up', 'degraded'])
    }
  }
}

/**
 * Returns the shortest history that still differs, found by leaving out one part at a time.
 *
 * @param differs whether the program and the model differ on a history
 */
export async function shrink(history: History, differs: (history: History) => Promise<boolean>): Promise<History> {
  let shortest = history
  for (let isShorter = true; isShorter; ) {
    isShorter = false
    for (const shorter of listShorter(shortest))
      if (await differs(shorter)) {
        shortest = shorter
        isShorter = true
        break
      }
  }
  return shortest
}

/** Leaves out whole halves first, then single events, then single checks. */
function* listShorter(history: History): Generator<History> {
  const { events } = history
  for (let size = Math.ceil(events.length / 2); size >= 1; size = size > 1 ? Math.ceil(size / 2) : 0)
    for (let from = events.length - size; from >= 0; from -= size)
      yield { ...history, events: events.toSpliced(from, size) }
  for (const [index, happening] of events.entries()) {
    if (happening.what !== 'results' || happening.checks.length < 2) continue
    for (const check of happening.checks) {
      const checks = happening.checks.filter((other) => other !== check)
      yield { ...history, events: events.with(index, { ...happening, checks }) }
    }
  }
}

/** Formats one line per event, in seconds since the monitor was created. */
export function formatHistory({ watched, events }: History): string {
  const seconds = (at: number) => ((at - watched.createdAt) / SECOND).toFixed(3)
  const lines = events.map((happening) => {
    const clock = `${seconds(happening.now).padStart(12)} s `
    if (happening.what === 'results') return clock + inRegion(happening.region, happening.checks, seconds)
    const about = 'family' in happening ? happening.family : 'region' in happening ? happening.region : ''
    return `${clock}${happening.what} ${about}`.trimEnd()
  })
  return [JSON.stringify(watched), ...lines].join('\n')
}

const inRegion = (region: string, checks: readonly Check[], seconds: (at: number) => string): string =>
  `${region} says ${checks
    .map(
      ({ status, scheduledAt, startedAt, endedAt, errorType }) =>
        `${status}${errorType ? ` (${errorType})` : ''} [due ${seconds(scheduledAt)}, ${seconds(startedAt)} to ${seconds(endedAt)}]`,
    )
    .join(', ')}`
