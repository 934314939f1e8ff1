/** Texts of fields and values in a bulk edit. */
import { useQuery } from '@tanstack/react-query'
import type { MonitorStore } from '../../../app/monitor-store/monitor-store.ts'
import type { FieldModel, NumberModel } from '../../../parts/forms/schema-form/model.ts'
import { useGroupChoices } from '../../../parts/monitors/group-picker.tsx'
import { policiesQuery, regionsQuery, targetChoicesQuery } from '../../../parts/platform/queries.ts'
import { isNumberList, joinNumberRuns } from '../../../text/number-runs.ts'
import { useFormat, useText } from '../../../text/text.tsx'
import type { EditField } from './edit-fields.ts'

type FieldTexts = Readonly<Record<string, { title: string; options?: Readonly<Record<string, string>> } | undefined>>

const useFieldTexts = (): FieldTexts => useText().forms.fields as FieldTexts

export function useFieldLabel(): (field: FieldModel) => string {
  const texts = useFieldTexts()
  return (field) => texts[`monitor.${field.path}`]?.title ?? field.title
}

/** Returns the fields by the name in a change, which has no path. */
function indexFields(fields: readonly FieldModel[]): Map<string, FieldModel> {
  const inner = fields.flatMap((field) => (field.kind === 'object' ? field.fields : []))
  return new Map([...inner, ...fields].map((field) => [field.name, field]))
}

/** Milliseconds per unit of time. */
const UNIT_MS: Readonly<Record<string, number>> = { milliseconds: 1, seconds: 1_000, minutes: 60_000 }

/** Value of a secret in a change. */
const MASKED = '***'

interface ValueText {
  /** @param inside name of the object that contains the field */
  labelOf: (field: string, inside?: string) => string
  /** @param value as in a change; a list of texts becomes one text */
  textOf: (field: string, value: unknown) => string
}

export function useValueText(fields: readonly EditField[], store: MonitorStore): ValueText {
  const text = useText().bulkEdit
  const { number, ms, duration, list } = useFormat()
  const texts = useFieldTexts()
  const toLabel = useFieldLabel()
  const names = useNames(store)
  const byName = indexFields(fields.map(({ field }) => field))

  const labelOf = (name: string, inside?: string): string => {
    const [first, ...rest] = name.split('.') as [string, ...string[]]
    const container = inside === undefined ? undefined : byName.get(inside)
    const own = container?.kind === 'object' ? container.fields.find((one) => one.name === first) : undefined
    const field = own ?? byName.get(first)
    const label = field ? toLabel(field) : first.replaceAll('_', ' ')
    return rest.length > 0 ? `${label}: ${rest.join('.')}` : label
  }
  const toNumberText = (field: FieldModel | undefined, value: number): string => {
    const size = UNIT_MS[(field as NumberModel | undefined)?.unit ?? '']
    if (size === undefined) return number(value)
    return value * size < 1_000 ? ms(value * size) : duration(value * size)
  }
  const toOptionText = (field: FieldModel | undefined, value: string): string => {
    if (value === MASKED) return text.hidden
    if (field?.kind === 'reference' || field?.kind === 'references') return names.get(value) ?? text.gone
    if (field?.kind !== 'choice') return value
    const title = field.options.find((option) => option.value === value)?.title
    return texts[`monitor.${field.path}`]?.options?.[value] ?? title ?? value
  }
  const textOf = (name: string, value: unknown): string => {
    const field = byName.get(name)
    if (value === null || value === undefined) return text.none
    if (typeof value === 'boolean') return value ? text.on : text.off
    if (typeof value === 'number') return toNumberText(field, value)
    if (typeof value === 'string') return toOptionText(field, value)
    if (Array.isArray(value)) {
      if (value.length === 0) return text.none
      const write = (entry: unknown) => textOf(name, entry)
      return list(isNumberList(value) ? joinNumberRuns(value, write) : value.map(write))
    }
    const entries = Object.entries(value as object)
    return list(entries.map(([key, inner]) => `${labelOf(key, name)}: ${textOf(key, inner)}`))
  }
  return { labelOf, textOf }
}

/** Returns the names of groups, notification targets, escalation policies, regions and monitors by id. */
function useNames(store: MonitorStore): { get: (id: string) => string | undefined } {
  const groups = useGroupChoices()
  const { data: targets = [] } = useQuery(targetChoicesQuery)
  const { data: regions = [] } = useQuery(regionsQuery)
  const { data: policies = [] } = useQuery(policiesQuery)
  const known = new Map([
    ...groups.map(({ value, label }) => [value, label] as const),
    ...[...targets, ...policies].map(({ id, name }) => [id, name] as const),
    ...regions.map(({ code, name }) => [code, name] as const),
  ])
  return { get: (id) => known.get(id) ?? store.findMonitor(id)?.name }
}
