/** Texts of the audit log: actions, fields and values of the API in the user's language. */
import { describeField, findFieldName, toWords } from '../../text/api-names/api-names.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import type { Format } from '../../text/format.ts'
import { isNumberList, joinNumberRuns } from '../../text/number-runs.ts'

type Texts = Readonly<Record<string, string | undefined>>

/** Returns `Monitor created` for `monitor.created`. */
export function describeAction({ apiNames }: Catalogue, action: string): string {
  const [resource = '', verb = ''] = action.split('.')
  const own = (apiNames.actions as Texts)[verb]
  if (own) return own
  const name = (apiNames.resources as Texts)[resource] ?? toWords(resource)
  return `${name} ${(apiNames.verbs as Texts)[verb] ?? verb.replaceAll('_', ' ')}`
}

/** Texts of enum values by field. */
const listValueTexts = ({ status, incidents, settings, notifications, apiNames, forms }: Catalogue) =>
  ({
    type: { ...incidents.type, ...status.type },
    role: status.role,
    scope: settings.apiKeys.scopes,
    plan: status.plan,
    severity: status.severity,
    source: incidents.source,
    channel: notifications.channel,
    status: { ...status.incident, ...status.monitor, active: apiNames.fields.is_active },
    match_mode: forms.fields['monitor.keyword_config.match_mode'].options,
  }) as Readonly<Record<string, Texts | undefined>>

/** Milliseconds per unit at the end of a field name. */
const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, seconds: 1_000, minutes: 60_000 }

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** @returns the value for people; an object as its fields in one line */
export function describeValue(text: Catalogue, format: Format, field: string, value: unknown): string {
  const { settings, common } = text
  const describe = (inner: unknown, name = field) => describeValue(text, format, name, inner)
  if (value === null || value === undefined || value === '') return settings.auditLog.nothing
  if (typeof value === 'boolean') return value ? common.yes : common.no
  if (typeof value === 'number') return describeNumber(format, field, value)
  if (typeof value === 'string')
    return listValueTexts(text)[field]?.[value] ?? (ISO_TIME.test(value) ? format.dateTime(value) : value)
  if (Array.isArray(value)) {
    if (value.length === 0) return settings.auditLog.nothing
    return format.list(
      isNumberList(value) ? joinNumberRuns(value, (entry) => describe(entry)) : value.map((entry) => describe(entry)),
    )
  }
  return Object.entries(value)
    .filter(([, inner]) => inner !== null)
    .map(([name, inner]) => {
      const label = findFieldName(text, `${field}.${name}`) ?? describeField(text, name)
      return `${label}: ${describe(inner, name)}`
    })
    .join('; ')
}

function describeNumber({ ms, duration, number }: Format, field: string, value: number): string {
  const size = UNIT_MS[field.split('_').at(-1)!]
  if (size === undefined) return number(value)
  return value * size < 1_000 ? ms(value * size) : duration(value * size)
}
