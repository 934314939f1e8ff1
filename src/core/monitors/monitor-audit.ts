/** What the audit log tells of a change of a monitor. */
import { type AuditEntry, changesBetween } from '../accounts/audit.ts'
import { apiName } from '../platform/field-name.ts'
import { isSecretHeader } from '../platform/secret-headers.ts'
import type { ConfiguredStatus } from './monitor.ts'
import type { AppliedChange, MonitorConfig } from './monitor-change.ts'

const entry = (verb: string, id: string, changes: AuditEntry['changes'] = {}): AuditEntry => ({
  action: `monitor.${verb}`,
  resourceType: 'monitor',
  resourceId: id,
  changes,
})

type Fields = Record<string, unknown>

/** Stopping, starting and moving have words of their own; what else changed is one entry. */
export function entriesOfChange({ id, before, after, tags }: AppliedChange): AuditEntry[] {
  const fresh = fieldsOf(after, tags?.after)
  if (!before) return [entry('created', id, changesBetween({}, fresh, secretsOf(fresh)))]
  const old = fieldsOf(before, tags?.before)
  const { status, group_id, ...rest } = changesBetween(old, fresh, [...secretsOf(old), ...secretsOf(fresh)])
  return [
    ...(Object.keys(rest).length > 0 ? [entry('updated', id, rest)] : []),
    ...(group_id ? [entry('moved', id, { group_id })] : []),
    ...(status ? [entry(STATUS_VERBS[after.status], id, { status })] : []),
  ]
}

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
