/** The `config` of a target: merging of requests, storage and display. */

import { Value } from 'typebox/value'
import type { Channel } from '../../channels/channel.ts'
import { getChannel, TARGET_SERVICES } from '../../channels/index.ts'
import { HEADER_NAME_WORDS } from '../../channels/services/setting.ts'
import { STANDARD } from '../../channels/webhook.ts'
import { type AuditChanges, compareFields } from '../../core/accounts/audit.ts'
import type { ChannelName, NotificationTarget, TargetInUse } from '../../core/notifications/delivery.ts'
import { TARGET } from '../../core/notifications/notification-target.ts'
import type { EgressPolicy } from '../../core/platform/egress.ts'
import { createInvalid, type Issue } from '../../core/platform/errors.ts'
import type { ApiFields } from '../../core/platform/fields/resource.ts'
import { MASK, SEALED } from '../../core/platform/sealing/sealed-fields.ts'
import { describeSuggestion } from '../../core/platform/text/nearest.ts'
import { toOneLine } from '../../core/platform/text/plain-text.ts'
import { describeSchemaError, type JsonSchema } from '../../core/platform/validation/schema-words.ts'

export type TargetConfig = Record<string, unknown>

/**
 * Merges a request into the complete config. Only sent fields change, a masked secret keeps its stored value, and
 * missing secrets are generated if the channel supports it.
 *
 * @param before null at creation
 * @param services permitted values of `config.service`
 * @throws Problem VALIDATION_ERROR
 */
export function mergeConfig(
  name: ChannelName,
  sent: TargetConfig,
  before: TargetConfig | null,
  egress: EgressPolicy,
  services = TARGET_SERVICES,
): TargetConfig {
  const channel = getChannel({ channel: name, config: before ?? sent })
  checkService(name, before, sent, services)
  if (before) checkAddress(channel, before, sent)
  const changes = resolveMasks(channel, sent, before)
  const { [SEALED]: unopened, ...known } = { ...before }
  const isKept = unopened !== undefined && !channel.secrets.some((field) => changes[field] !== undefined)
  const merged = omitCleared(channel, { ...known, ...changes })
  const config = isKept ? merged : addGeneratedSecret(channel, merged)
  const issues = findIssues(channel, config, egress)
  if (issues.length > 0) throw createInvalid(issues.map((issue) => ({ ...issue, field: `config.${issue.field}` })))
  return isKept ? { ...config, [SEALED]: unopened } : config
}

/** The service determines the other fields, so an error of the service is the only error. */
function checkService(
  name: ChannelName,
  before: TargetConfig | null,
  { service }: TargetConfig,
  services: readonly string[],
): void {
  if (name !== 'webhook' || service === undefined) return
  const known = [STANDARD, ...services]
  const refuse = (message: string) => createInvalid({ field: 'config.service', message })
  const text = String(service)
  if (typeof service !== 'string' || !known.includes(service))
    throw refuse(`must be one of ${known.join(', ')}${describeSuggestion(text, known)}`)
  const { service: stored = STANDARD } = before ?? { service }
  if (service !== stored) throw refuse(`is ${stored} and cannot be changed`)
}

/** Settings that contain the address of a server. */
const ADDRESS_FIELDS = ['url', 'server_url', 'urls']

/**
 * Refuses a new server for a stored secret. Otherwise a user who may edit targets could send the secret to a server of
 * their own. A generated secret only signs, so it never leaves this service.
 */
function checkAddress({ secrets, generatedSecret }: Channel, before: TargetConfig, sent: TargetConfig): void {
  const known = ADDRESS_FIELDS.flatMap((field) => listOrigins(before[field]))
  const isMoved = ADDRESS_FIELDS.some(
    (field) => sent[field] !== undefined && listOrigins(sent[field]).some((origin) => !known.includes(origin)),
  )
  const isKept = (field: string) =>
    field !== generatedSecret?.field &&
    (before[field] !== undefined || before[SEALED] !== undefined) &&
    (sent[field] === undefined || JSON.stringify(sent[field]).includes(MASK))
  const kept = isMoved ? secrets.filter(isKept) : []
  if (kept.length > 0)
    throw createInvalid(
      kept.map((field) => ({ field: `config.${field}`, message: 'must be sent again, because the server changes' })),
    )
}

const listOrigins = (value: unknown): string[] =>
  [value].flat().map((url) => URL.parse(String(url))?.origin ?? String(url))

/** An empty text clears an optional setting, except one that this service generates. */
function omitCleared({ settings, generatedSecret }: Channel, config: TargetConfig): TargetConfig {
  const kept = [...(settings.required ?? []), generatedSecret?.field]
  const isCleared = (field: string) => config[field] === '' && field in settings.properties && !kept.includes(field)
  return Object.fromEntries(Object.entries(config).filter(([field]) => !isCleared(field)))
}

/** Replaces masks by their stored values; fields that are masked as a whole are left out. */
function resolveMasks({ secrets }: Channel, sent: TargetConfig, before: TargetConfig | null): TargetConfig {
  const changes = Object.entries(sent).map(([field, value]) => {
    if (!secrets.includes(field)) return { field, value }
    const stored = before?.[field]
    if (!isObject(value)) return value === MASK ? { field, isMissing: stored === undefined } : { field, value }
    const known = isObject(stored) ? stored : {}
    const isMissing = Object.entries(value).some(([key, part]) => part === MASK && known[key] === undefined)
    return { field, isMissing, value: mergeParts(value, known) }
  })
  const unresolved = changes.filter(({ isMissing }) => isMissing)
  if (unresolved.length > 0)
    throw createInvalid(
      unresolved.map(({ field }) => ({ field: `config.${field}`, message: 'is masked; send the actual value' })),
    )
  return Object.fromEntries(
    changes.filter(({ value }) => value !== undefined).map(({ field, value }) => [field, value]),
  )
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Returns the parts with the known values in place of masks. */
const mergeParts = (parts: Record<string, unknown>, known: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(parts).map(([key, part]) => [key, part === MASK ? known[key] : part]))

const addGeneratedSecret = ({ generatedSecret }: Channel, config: TargetConfig): TargetConfig =>
  generatedSecret && config[generatedSecret.field] === undefined
    ? { ...config, [generatedSecret.field]: generatedSecret.make() }
    : config

function findIssues(channel: Channel, config: TargetConfig, egress: EgressPolicy): Issue[] {
  const issues = Value.Errors(channel.settings, config).flatMap((error) => toIssues(channel, error))
  if (issues.length > 0) return issues
  const issue = channel.refuse(config, egress)
  return issue ? [issue] : []
}

type SchemaError = ReturnType<typeof Value.Errors>[number]

function toIssues({ settings }: Channel, error: SchemaError): Issue[] {
  const known = Object.keys(settings.properties)
  if (error.keyword === 'required')
    return error.params.requiredProperties.map((field) => ({
      field,
      message: describeRequired(settings.properties[field]),
    }))
  if (error.keyword === 'additionalProperties' && error.instancePath !== '')
    return error.params.additionalProperties.map((name) => ({
      field: `${toFieldPath(error)}.${toOneLine(name)}`,
      message: `is not ${HEADER_NAME_WORDS}`,
    }))
  if (error.keyword === 'additionalProperties') {
    const message = `is an unknown field; known ${known.length === 1 ? 'field is' : 'fields are'} ${known.join(', ')}`
    return error.params.additionalProperties.map((field) => ({ field, message }))
  }
  if (error.keyword === 'enum')
    return [{ field: toFieldPath(error), message: `must be one of ${error.params.allowedValues.join(', ')}` }]
  // Duplicates another error of the same field
  if (error.keyword === 'boolean') return []
  return [{ field: toFieldPath(error), message: describeError(settings, error) }]
}

function describeError(settings: Channel['settings'], error: SchemaError): string {
  if (error.keyword === 'format') return `must be ${FORMATS[error.params.format]}`
  return describeSchemaError(settings as JsonSchema, error)
}

const toFieldPath = ({ instancePath }: SchemaError): string => instancePath.slice(1).replaceAll('/', '.')

/** Formats used in channel settings. */
const FORMATS: Record<string, string> = { email: 'an email address' }

/** Appends the field's description to the message. */
function describeRequired(schema: { description?: string } | undefined): string {
  return schema?.description ? `is required: ${toLowerFirst(schema.description)}` : 'is required'
}

const toLowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** Returns the config that results from a request: masked and absent fields keep their values. */
export const mergeMasked = (sent: TargetConfig, before: TargetConfig): TargetConfig => ({
  ...before,
  ...Object.fromEntries(
    Object.entries(sent)
      .filter(([, value]) => value !== MASK)
      .map(([field, value]) => [field, mergeObject(value, before[field])]),
  ),
})

const mergeObject = (value: unknown, stored: unknown): unknown =>
  isObject(value) && !Array.isArray(value) ? mergeParts(value, isObject(stored) ? stored : {}) : value

type Configured = Pick<NotificationTarget, 'channel' | 'config'>

/** Returns the config for display, with all secrets masked. */
export const maskConfig = (target: Configured): TargetConfig => maskFields(target.config, getChannel(target).secrets)

/**
 * Returns the config for display after a secret was generated. The generated secret is readable; secrets from users
 * stay masked.
 */
export function showOwnSecret(target: Configured): TargetConfig {
  const { secrets, generatedSecret } = getChannel(target)
  return maskFields(
    target.config,
    secrets.filter((field) => field !== generatedSecret?.field),
  )
}

/** Masks secrets. Secrets that could not be decrypted are shown as masked too. */
function maskFields({ [SEALED]: unopened, ...config }: TargetConfig, fields: readonly string[]): TargetConfig {
  const hidden = unopened === undefined ? [] : fields.filter((field) => config[field] === undefined)
  return {
    ...Object.fromEntries(
      Object.entries(config).map(([field, value]) => [field, fields.includes(field) ? maskValue(value) : value]),
    ),
    ...Object.fromEntries(hidden.map((field) => [field, MASK])),
  }
}

/** Names of headers stay readable. */
const maskValue = (value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.keys(value).map((key) => [key, MASK])) : MASK

/**
 * Compares two versions of a target under their API field names, with secrets masked.
 *
 * @param before null at creation
 * @param after null at deletion
 */
export function compareTargets(before: TargetInUse | null, after: TargetInUse | null): AuditChanges {
  const { secrets } = getChannel((after ?? before)!)
  const secret = secrets.map(toConfigField)
  return compareFields(before ? toAuditedFields(before) : {}, after ? toAuditedFields(after) : {}, secret)
}

const toConfigField = (field: string): string => `config.${field}`

function toAuditedFields(target: TargetInUse): ApiFields {
  const { config: _, ...fields } = TARGET.toAudited(target)
  const settings = Object.entries(target.config).filter(([field]) => field !== SEALED)
  return { ...fields, ...Object.fromEntries(settings.map(([field, value]) => [toConfigField(field), value])) }
}
