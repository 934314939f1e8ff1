/** Events for open dashboards. They are not stored: a client that missed an event loads everything again. */
import type { IncidentUpdate } from '../incidents/incident-update.ts'
import type { UnixMs } from '../platform/time/time.ts'
import type { Confirmation } from '../results/confirmation.ts'
import type { CheckOutcome, OptionalParts } from '../results/verdict.ts'

/** A check result with its id and the code of its region. */
interface LiveResult extends CheckOutcome, Pick<OptionalParts, 'extras'> {
  id: string
  region: string
  startedAt: UnixMs
}

/** A change of the runtime status. */
export interface LiveStatus {
  /** Null for the first status of a monitor or group. */
  from: string | null
  to: string
  reason: string
  at: UnixMs
}

export type LiveEvent =
  | { type: 'monitor.status'; monitorId: string; change: LiveStatus }
  | { type: 'monitor.result'; monitorId: string; result: LiveResult; confirming: Confirmation | null }
  | { type: 'group.status'; groupId: string; change: LiveStatus }
  | { type: 'monitor.created' | 'monitor.updated' | 'monitor.deleted'; monitorId: string }
  | { type: 'incident'; update: IncidentUpdate }
  | { type: 'incident.deleted'; incidentId: string }
  /** Events were missed: the client must load everything again. */
  | { type: 'reset' }

/** Converts an action of the audit log to an event for dashboards; null when dashboards do not show it. */
export function toLiveEvent(action: string, resourceId: string): LiveEvent | null {
  if (action === 'incident.deleted') return { type: action, incidentId: resourceId }
  if (!action.startsWith('monitor.')) return null
  const type = action === 'monitor.created' || action === 'monitor.deleted' ? action : 'monitor.updated'
  return { type, monitorId: resourceId }
}

/** Position of a reader in the event stream of one process: `<epoch>-<sequence>`. */
export interface LivePosition {
  /** Identifies the process. */
  epoch: string
  sequence: number
}

const POSITION = /^([0-9a-f]{1,32})-(\d{1,15})$/

export const formatPosition = ({ epoch, sequence }: LivePosition): string => `${epoch}-${sequence}`

/** @returns null for a text that no process of this service ever issued */
export function parsePosition(text: string): LivePosition | null {
  const found = POSITION.exec(text)
  return found && { epoch: found[1]!, sequence: Number(found[2]) }
}

interface Entry {
  sequence: number
  text: string
}

interface LiveEventLogBounds {
  maxEvents: number
  /** Maximum length of all events together, characters. */
  maxText: number
}

/** A bounded log of the latest events of one project, as text. Each reader reads it at its own pace. */
export class LiveEventLog {
  readonly #bounds: LiveEventLogBounds
  /** Entries before `#first` were dropped. */
  #entries: Entry[] = []
  #first = 0
  #size = 0
  #lastDropped: number

  /** @param sequence number of the last event before this log began */
  constructor(sequence: number, bounds: LiveEventLogBounds) {
    this.#lastDropped = sequence
    this.#bounds = bounds
  }

  /** Length of all stored events, characters. */
  get size(): number {
    return this.#size
  }

  /** @param sequence greater than all earlier ones */
  add(sequence: number, text: string): void {
    this.#entries.push({ sequence, text })
    this.#size += text.length
    while (this.#entries.length - this.#first > this.#bounds.maxEvents || this.#size > this.#bounds.maxText)
      this.#dropOldest()
    this.#trim()
  }

  /** Drops the older half of the events. */
  dropHalf(): void {
    for (let left = Math.ceil((this.#entries.length - this.#first) / 2); left > 0; left--) this.#dropOldest()
    this.#trim()
  }

  /** Returns whether every event after this sequence number is still stored. */
  hasAllSince(sequence: number): boolean {
    return sequence >= this.#lastDropped
  }

  /**
   * Returns the events after a position, in order, as many as fit.
   *
   * @param maxText maximum length, characters. A single longer event is returned by itself
   * @returns an empty text when there are no events. Null when events after the position were dropped
   */
  readAfter(sequence: number, maxText: number): { text: string; sequence: number } | null {
    if (!this.hasAllSince(sequence)) return null
    let text = ''
    let last = sequence
    for (let index = this.#findIndexAfter(sequence); index < this.#entries.length; index++) {
      const entry = this.#entries[index]!
      if (text && text.length + entry.text.length > maxText) break
      text += entry.text
      last = entry.sequence
    }
    return { text, sequence: last }
  }

  #dropOldest(): void {
    const { sequence, text } = this.#entries[this.#first]!
    this.#first++
    this.#size -= text.length
    this.#lastDropped = sequence
  }

  /** Frees dropped entries from time to time, so that each entry is moved about once. */
  #trim(): void {
    if (this.#first <= this.#entries.length / 2) return
    this.#entries = this.#entries.slice(this.#first)
    this.#first = 0
  }

  #findIndexAfter(sequence: number): number {
    let [low, high] = [this.#first, this.#entries.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#entries[middle]!.sequence <= sequence) low = middle + 1
      else high = middle
    }
    return low
  }
}
