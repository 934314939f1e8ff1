/**
 * Threads of one probe. Each thread checks a fixed part of the probe's monitors. To the region and to users they are one
 * probe with one lease.
 */
import type { UnixMs } from '../platform/time/time.ts'
import type { AssignmentsRequest, ProbeVitals } from './protocol.ts'
import { getShareOwners, type ShareOwners } from './shares.ts'

/** One thread of a probe, and their number. Numbers start at 1. */
export interface ProbeThread {
  number: number
  of: number
}

export const ONLY_THREAD: ProbeThread = { number: 1, of: 1 }

export const listThreads = (count: number): ProbeThread[] =>
  Array.from({ length: count }, (_, index) => ({ number: index + 1, of: count }))

/** Divides the monitors by rendezvous hashing, as between probes. All threads run on one machine and can do the same. */
const getOwners = (count: number): ShareOwners =>
  getShareOwners(listThreads(count).map(({ number }) => ({ id: toName(number), capabilities: ALL })))

const ALL = { icmp: true, ipv6: true }
const toName = (number: number): string => `thread-${number}`

export const isOfThread = ({ number, of }: ProbeThread, monitorKey: number): boolean =>
  of === 1 || getOwners(of).findOwner(monitorKey, 'HTTP') === toName(number)

/** Returns the shares of a thread; null for all shares. */
export const listThreadShares = ({ number, of }: ProbeThread): readonly number[] | null =>
  of === 1 ? null : getOwners(of).listShares(toName(number)).others

/** Cores of the machine for each thread: the other cores are left to the server, the database and other programs. */
const CORES_PER_THREAD = 4

/**
 * A thread judges the probe's network by its own checks, so it needs many. One thread can check three times as many
 * every minute, even over HTTPS.
 */
const MONITORS_PER_THREAD = 10_000

/** The server can store the results of about this number of threads that are busy with HTTPS checks. */
export const MAX_THREADS = 8

/** Returns the default number of threads. */
export function chooseThreadCount(cores: number, monitors: number): number {
  const useful = Math.min(Math.floor(cores / CORES_PER_THREAD), Math.floor(monitors / MONITORS_PER_THREAD))
  return Math.min(Math.max(useful, 1), MAX_THREADS)
}

/** Silence of a thread up to this time, ms, is normal: a thread sends a request every five seconds. */
const MAX_SILENCE_MS = 15_000

/** Maximum time between two requests of any threads that counts as silence: the machine may have slept. */
const MAX_STEP_MS = 5_000

interface ThreadState {
  /** Last request; null before the first one and after the end of the thread. */
  request: AssignmentsRequest | null
  /** How long the thread has sent no request, ms. */
  silentMs: number
}

/** Combines the requests of all threads into the heartbeat of the probe. */
export class ThreadReports {
  readonly #states: ThreadState[]
  /** Time of the last request of any thread. */
  #lastAt: UnixMs | null = null

  constructor(threads: number) {
    this.#states = Array.from({ length: threads }, () => ({ request: null, silentMs: 0 }))
  }

  /** Number of monitors held by all threads except one. */
  countHeldByOthers(number: number): number {
    const others = this.#states.filter((_, index) => index !== number - 1)
    return others.reduce((sum, { request }) => sum + (request?.vitals?.held ?? 0), 0)
  }

  /**
   * Adds a request of a thread.
   *
   * @returns the request of the whole probe
   */
  add(number: number, request: AssignmentsRequest, now: UnixMs): AssignmentsRequest {
    const stepMs = Math.min(Math.max(0, now - (this.#lastAt ?? now)), MAX_STEP_MS)
    this.#lastAt = now
    for (const state of this.#states) state.silentMs += stepMs
    this.#states[number - 1] = { request, silentMs: 0 }
    return this.#states.length === 1 ? request : this.#combine(request)
  }

  /** Records the end of a thread, which has released its monitors. */
  remove(number: number): void {
    this.#states[number - 1]!.request = null
  }

  #combine(request: AssignmentsRequest): AssignmentsRequest {
    const running = this.#states.flatMap((state) => state.request ?? [])
    // The slowest thread decides when monitors of other probes count as released
    const epoch = Math.min(...running.map((each) => each.epoch ?? 0))
    return { ...request, epoch, vitals: this.#combineVitals(running) }
  }

  /** A thread that is silent for too long makes no progress, like one whose checks are overdue. */
  #combineVitals(running: readonly AssignmentsRequest[]): ProbeVitals {
    const vitals = running.flatMap((request) => request.vitals ?? [])
    const silentMs = Math.max(...this.#states.map((state) => state.silentMs))
    const skipped = vitals.flatMap(({ skippedPercent }) => skippedPercent ?? [])
    const sum = (part: 'held' | 'waiting' | 'dropped') => vitals.reduce((total, each) => total + each[part], 0)
    return {
      held: sum('held'),
      waiting: sum('waiting'),
      waitingMs: Math.max(0, ...vitals.map(({ waitingMs }) => waitingMs)),
      dropped: sum('dropped'),
      overdueMs: Math.max(silentMs > MAX_SILENCE_MS ? silentMs : 0, ...vitals.map(({ overdueMs }) => overdueMs)),
      lateMs: Math.max(0, ...vitals.map(({ lateMs }) => lateMs)),
      skippedPercent: skipped.length > 0 ? Math.max(...skipped) : null,
      clockAheadMs: vitals[0]?.clockAheadMs ?? null,
    }
  }
}
