/** A row of bars: availability of a monitor in equal slots of time, as every row and its popup show it. */
import type { Schemas } from '../../api/types.ts'
import type { Format } from '../../text/format.ts'

export type SlotStatus = Schemas['AvailabilitySlot']['status']

/** A row of bars, oldest first. */
export interface Bars {
  /** Null for all monitors of a project. */
  monitorId: string | null
  /** Unix ms. */
  startsAt: number
  stepMs: number
  statuses: readonly SlotStatus[]
  /** 0-100 per slot; null when nothing was measured. */
  uptimes: readonly (number | null)[]
  /** Times of the slots; without them, the popup loads them. */
  slots?: readonly Schemas['ReportDay'][]
}

export const DAY_MS = 86_400_000

/** Formats the time of a slot: a UTC day, or a shorter period in the zone of the reader. */
export const formatSlot = (format: Format, at: number, stepMs: number): string =>
  stepMs >= DAY_MS ? format.utcDate(at) : `${format.dateTime(at)} – ${format.time(at + stepMs)}`
