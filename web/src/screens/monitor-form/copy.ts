/** Values for a copy of a monitor. */
import { MASK } from '../../parts/forms/schema-form/draft.ts'
import { copyName } from './suggestions.ts'

export type Values = Readonly<Record<string, unknown>>

/** Leaves out secrets, which the API never returns. */
export function copyValues(values: Values): Values {
  return { ...(removeMasks(values) as Values), name: copyName(String(values.name ?? '')) }
}

function removeMasks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(removeMasks)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, inner]) => inner !== MASK)
  return Object.fromEntries(entries.map(([key, inner]) => [key, removeMasks(inner)]))
}
