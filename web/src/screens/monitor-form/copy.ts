/** What of a monitor goes into a copy of it. */
import { MASK } from '../../parts/schema-form/draft.ts'
import { copyName } from './suggestions.ts'

export type Values = Readonly<Record<string, unknown>>

/** Secrets are shown to nobody, so a copy begins without them. */
export function copyValues(values: Values): Values {
  return { ...(removeMasks(values) as Values), name: copyName(String(values.name ?? '')) }
}

function removeMasks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(removeMasks)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, inner]) => inner !== MASK)
  return Object.fromEntries(entries.map(([key, inner]) => [key, removeMasks(inner)]))
}
