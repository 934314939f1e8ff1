/** What the audit log tells of a change of a monitor. */
import { type AuditEntry, changesBetween } from '../accounts/audit.ts'
import { apiName } from '../platform/field-name.ts'
import { isSecretHeader } from '../platform/secret-headers.ts'
import type { ConfiguredStatus } from './monitor.ts'
import type { MonitorConfig } from './monitor-change.ts'

const entry = (verb: string, id: string, changes: AuditEntry['changes'] = {}): AuditEntry => ({
  action: `monitor.${verb}`,
  resourceType: 'monitor',
  resourceId: id,
  changes,
})

type Fields = Record<string, unknown>

export function entryOfCreation(id: string, config: MonitorConfig, tags: readonly string[]): AuditEntry {
  const fields = fieldsOf(config, tags)
  return entry('created', id, changesBetween({}, fields, secretsOf(fields)))
}

/** Stopping, starting and moving have words of their own; what else changed is one entry. */
export function entriesOfChange(
  id: string,
  before: { config: MonitorConfig; tags?: readonly string[] },
  after: { config: MonitorConfig; tags?: readonly string[] },
): AuditEntry[] {
  const [old, fresh] = [fieldsOf(before.config, before.tags), fieldsOf(after.config, after.tags)]
  const { status, group_id, ...rest } = changesBetween(old, fresh, [...secretsOf(old), ...secretsOf(fresh)])
  return [
    ...(Object.keys(rest).length > 0 ? [entry('updated', id, rest)] : []),
    ...(group_id ? [entry('moved', id, { group_id })] : []),
    ...(status ? [entry(STATUS_VERBS[after.config.status], id, { status })] : []),
  ]
}

export const entryOfMove = (id: string, from: string | null, to: string | null): AuditEntry =>
  entry('moved', id, changesBetween(withoutNulls({ group_id: from }), withoutNulls({ group_id: to })))

export const entryOfStatus = (id: string, from: ConfiguredStatus, to: ConfiguredStatus): AuditEntry =>
  entry(STATUS_VERBS[to], id, { status: { from, to } })

export const entryOfDeletion = (id: string, name: string): AuditEntry => entry('deleted', id, { name: { from: name } })

const STATUS_VERBS: Record<ConfiguredStatus, string> = { active: 'resumed', paused: 'paused', disabled: 'disabled' }

/** By the API's words, headers one by one. What is not set is left out. */
function fieldsOf(
  { settings: { headers = {}, ...settings }, regions, ...config }: MonitorConfig,
  tags?: readonly string[],
): Fields {
  const ofHeaders = Object.entries(headers as Fields).map(([name, value]) => [`headers.${name}`, value])
  return withoutNulls({
    ...(inApiWords({ ...config, ...settings }) as Fields),
    ...Object.fromEntries(ofHeaders),
    monitoring_regions: regions,
    ...(tags && { tags: tags.toSorted() }),
  })
}

const withoutNulls = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))

function inApiWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inApiWords)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [apiName(key), inApiWords(inner)]))
}

/** A body may hold a password, and may be long; who knows the target of a heartbeat may ping it. */
const secretsOf = (fields: Fields): string[] =>
  Object.keys(fields).filter(
    (name) =>
      name === 'body' ||
      isSecretHeader(name.replace('headers.', '')) ||
      (name === 'target' && fields.type === 'HEARTBEAT'),
  )
