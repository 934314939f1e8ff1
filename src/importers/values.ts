/** Reads values of a parsed file, which can be anything. */
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
