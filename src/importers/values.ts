/** Reads values of a parsed file, which can be anything: texts, numbers, durations, status codes and local times. */

import { parseCron } from '../core/platform/time/cron.ts'
import { DAY_MS } from '../core/platform/time/time.ts'
import type { Fields } from './conversion.ts'

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const toFields = (value: unknown): Fields => (isFields(value) ? value : {})

export const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Returns the objects of a list, and leaves out other values. */
export const listFields = (value: unknown): Fields[] => toList(value).filter(isFields)

/** Returns a text; numbers count as texts. Null when there is none, or it is blank. */
export function toText(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

/** Returns a finite number; texts that are numbers count. */
export function toNumber(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** Databases and forms also write 1, 0, "true" and "false". */
export const toFlag = (value: unknown): boolean => value === true || value === 1 || value === '1' || value === 'true'

/** Returns the value of a JSON text, or the value itself when it is no text. Undefined when the JSON is invalid. */
export function parseNested(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

const UNITS_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
  y: 365 * 86_400_000,
}

/** Parses a duration as Go and Prometheus write it: `1h30m`, `150ms`. Returns ms; null for another text. */
export function parseDuration(text: string | null): number | null {
  const duration = (text ?? '').trim()
  if (!/^(\d+(\.\d+)?(ms|[smhdwy]))+$/.test(duration)) return null
  const parts = duration.matchAll(/(\d+(?:\.\d+)?)(ms|[smhdwy])/g)
  return [...parts].reduce((sum, [, count, unit]) => sum + Number(count) * UNITS_MS[unit!]!, 0)
}

/** Returns seconds; null without a duration. */
export function parseSeconds(text: string | null): number | null {
  const ms = parseDuration(text)
  return ms === null ? null : ms / 1_000
}

/** Splits `host:port` and `[2001:db8::1]:port`. The port is null when it is missing or invalid. */
export function splitHostPort(text: string): { host: string; port: number | null } {
  const [, bracketed, plain, port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d{1,5}))?$/.exec(text.trim()) ?? []
  return { host: bracketed ?? plain ?? text.trim(), port: port === undefined ? null : Number(port) }
}

/** Status codes that a condition can select. */
export const ALL_STATUS_CODES: readonly number[] = Array.from({ length: 500 }, (_, index) => 100 + index)

/**
 * Expands `200-299`, `2xx` and `404` to a list.
 *
 * @returns null when the texts contain no status code from 100 to 599
 */
export function parseStatusCodes(ranges: readonly string[]): number[] | null {
  const codes = new Set<number>()
  for (const range of ranges) {
    const text = range.trim().replace(/^([1-5])xx$/i, '$100-$199')
    const [, first, last = first] = /^(\d{3})\s*(?:-\s*(\d{3}))?$/.exec(text) ?? []
    if (first === undefined) continue
    for (let code = Math.max(100, Number(first)); code <= Math.min(599, Number(last)); code++) codes.add(code)
  }
  return codes.size === 0 ? null : [...codes].sort((a, b) => a - b)
}

/** Returns whether the codes are exactly the 2xx codes, which are the default. */
export const isDefaultStatus = (codes: readonly number[]): boolean =>
  codes.length === 100 && codes[0] === 200 && codes[99] === 299

/**
 * Reads a local time such as `2026-01-04 02:00` or `2026-01-04T02:00:00`. Seconds are ignored.
 *
 * @returns Unix ms; null without a valid time
 */
export function readLocalTime(text: string | null, timezone: string): number | null {
  const [, year, month, day, hour = '0', minute = '0'] =
    /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::\d\d(?:\.\d+)?)?)?$/.exec(text ?? '') ?? []
  if (year === undefined) return null
  const nearby = Date.UTC(Number(year), Number(month) - 1, Number(day))
  // A cron expression finds the moment also around clock changes
  const expression = [minute, hour, day, month].map(Number).join(' ')
  try {
    const at = parseCron(`${expression} *`, timezone).nextRun(nearby - DAY_MS)
    return Math.abs(at - nearby) < 3 * DAY_MS ? at : null
  } catch {
    return null
  }
}
