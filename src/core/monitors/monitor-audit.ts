/** Audit entries for a change of a monitor. */
import { type AuditEntry, compareFields } from '../accounts/audit.ts'
import { toApiName } from '../platform/fields/translate.ts'
import { isSealedHeader, KEPT_VARIABLES, SEALED, SECRET_SETTINGS } from '../platform/sealing/sealed-fields.ts'
import { SECRET_PATHS } from '../platform/secret-settings.ts'
import { formatIsoTime } from '../platform/time/time.ts'
import type { ConfiguredStatus } from './monitor.ts'
import type { AppliedChange, MonitorConfig } from './monitor-change.ts'
import { findReferences } from './variable.ts'

const toEntry = (verb: string, id: string, changes: AuditEntry['changes'] = {}): AuditEntry => ({
  action: `monitor.${verb}`,
  resourceType: 'monitor',
  resourceId: id,
  changes,
})

type Fields = Record<string, unknown>

/**
 * Returns the audit entries for a change. Pausing, resuming, disabling and moving have separate actions; all other
 * changes share one entry.
 */
export function toChangeEntries({ id, before, after, tags }: AppliedChange): AuditEntry[] {
  const fresh = toAuditFields(after, tags?.after)
  if (!before) return [toEntry('created', id, compareFields({}, fresh, listSecretFields(fresh)))]
  const old = toAuditFields(before, tags?.before)
  const { status, paused_until, group_id, ...rest } = compareFields(old, fresh, [
    ...listSecretFields(old),
    ...listSecretFields(fresh),
  ])
  return [
    ...(Object.keys(rest).length > 0 ? [toEntry('updated', id, rest)] : []),
    ...(group_id ? [toEntry('moved', id, { group_id })] : []),
    ...(status || paused_until
      ? [toEntry(STATUS_VERBS[after.status], id, { ...(status && { status }), ...(paused_until && { paused_until }) })]
      : []),
  ]
}

export const toDeletionEntry = (id: string, name: string): AuditEntry =>
  toEntry('deleted', id, { name: { from: name } })

export const toRestorationEntry = (id: string, name: string): AuditEntry =>
  toEntry('restored', id, { name: { to: name } })

const STATUS_VERBS: Record<ConfiguredStatus, string> = { active: 'resumed', paused: 'paused', disabled: 'disabled' }

/** The text that is sent to a port, in a field of its own because it may be a login. */
const SENT_TEXT = 'protocol_validation.send'

/** Returns the settings by API field, with one field per header. Unset fields are omitted. */
function toAuditFields(
  {
    settings: { headers = {}, protocolValidation = {}, [SEALED]: _, [KEPT_VARIABLES]: __, ...settings },
    regions,
    pausedUntil,
    ...config
  }: MonitorConfig,
  tags?: readonly string[],
): Fields {
  const headerFields = Object.entries(headers as Fields).map(([name, value]) => [`headers.${name}`, value])
  const { send, ...validation } = protocolValidation as Fields
  const variables = [...findReferences({ headers, protocolValidation, ...settings }).keys()].sort()
  return omitNulls({
    ...(toApiNames({ ...config, ...settings }) as Fields),
    ...splitNested(settings),
    ...Object.fromEntries(headerFields),
    ...(Object.keys(validation).length > 0 && { protocol_validation: toApiNames(validation) }),
    ...(send !== undefined && { [SENT_TEXT]: send }),
    monitoring_regions: regions,
    ...(pausedUntil !== null && { paused_until: formatIsoTime(pausedUntil) }),
    ...(tags && { tags: tags.toSorted() }),
    ...(variables.length > 0 && { variables }),
  })
}

/** Returns the secrets of nested settings in fields of their own, and the settings without them. */
const splitNested = (settings: Fields): Fields =>
  Object.fromEntries(
    Object.keys(SECRET_SETTINGS).flatMap((setting) => {
      const nested = toApiNames(settings[setting])
      if (typeof nested !== 'object' || nested === null) return []
      const entries = Object.entries(nested)
      const isSecret = (name: string): boolean => SECRET_PATHS.has(`${setting}.${name}`)
      return [
        [setting, Object.fromEntries(entries.filter(([name]) => !isSecret(name)))],
        ...entries.filter(([name]) => isSecret(name)).map(([name, value]) => [`${setting}.${name}`, value]),
      ]
    }),
  )

const omitNulls = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))

function toApiNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toApiNames)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [toApiName(key), toApiNames(inner)]))
}

/**
 * Lists the fields whose values are masked: everything that the database stores encrypted, which entries would store as
 * it is. A client with the target of a heartbeat can send pings.
 */
const listSecretFields = (fields: Fields): string[] =>
  Object.keys(fields).filter(
    (name) =>
      name === 'body' ||
      name === SENT_TEXT ||
      SECRET_PATHS.has(name) ||
      (name.startsWith('headers.') && isSealedHeader(name.replace('headers.', ''))) ||
      (name === 'target' && fields.type === 'HEARTBEAT'),
  )
