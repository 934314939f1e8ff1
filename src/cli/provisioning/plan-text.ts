/** Plans as text for a terminal. Pure. */
import { styleText } from 'node:util'
import { toVisible, truncate } from '../text.ts'

interface FieldJson {
  field: string
  before?: unknown
  after?: unknown
}

/** A plan as the API returns it. */
export interface PlanJson {
  fingerprint: string
  source: string
  has_changes: boolean
  needs_confirmation: boolean
  summary: { create: number; update: number; delete: number; unchanged: number; adopt: number; release: number }
  changes: {
    collection: string
    key: string
    name: string
    action: 'create' | 'update' | 'delete'
    fields: FieldJson[]
  }[]
}

const SIGNS = { create: '+', update: '~', delete: '-' } as const
const COLOURS = { create: 'green', update: 'yellow', delete: 'red' } as const

/** Maximum length of a shown value. */
const VALUE_WIDTH = 60

/** @param verb of the summary: `Plan`, `Applied` */
export function renderPlan(plan: PlanJson, verb: string, hasColours: boolean): string {
  const paint = (action: keyof typeof SIGNS, text: string) => (hasColours ? styleText(COLOURS[action], text) : text)
  const lines = plan.changes.flatMap(({ collection, key, name, action, fields }) => [
    paint(action, `${SIGNS[action]} ${collection}.${key}  ${toVisible(name)}`),
    ...fields.map((field) => `    ${formatField(field)}`),
  ])
  return [...lines, ...(lines.length > 0 ? [''] : []), formatSummary(plan, verb)].join('\n')
}

const formatField = ({ field, before, after }: FieldJson): string =>
  `${field}: ${formatValue(before)} -> ${formatValue(after)}`

const formatValue = (value: unknown): string =>
  value === undefined || value === null ? '(none)' : truncate(toVisible(JSON.stringify(value)), VALUE_WIDTH)

function formatSummary({ summary, source }: PlanJson, verb: string): string {
  const { create, update, delete: removed, unchanged, adopt, release } = summary
  const adopted = adopt > 0 ? ` ${adopt} existing to be managed by "${source}".` : ''
  const released = release > 0 ? ` ${release} existing to be managed by no source.` : ''
  return `${verb}: ${create} to create, ${update} to update, ${removed} to delete, ${unchanged} unchanged.${adopted}${released}`
}

/** Returns the summary after an apply. */
export function formatApplied({ summary, source }: PlanJson): string {
  const { create, update, delete: removed, unchanged, adopt, release } = summary
  const adopted = adopt > 0 ? ` ${adopt} existing are now managed by "${source}".` : ''
  const released = release > 0 ? ` ${release} existing are now managed by no source.` : ''
  return `Applied: ${create} created, ${update} updated, ${removed} deleted, ${unchanged} unchanged.${adopted}${released}`
}
