/** What a user sends as a target's `config`, and what is stored and shown of it. */
import { Value } from 'typebox/value'
import type { Channel } from '../../channels/channel.ts'
import { channelOf } from '../../channels/index.ts'
import { type AuditChanges, changesBetween } from '../../core/accounts/audit.ts'
import type { NotificationTarget, TargetInUse } from '../../core/notifications/delivery.ts'
import type { EgressPolicy } from '../../core/platform/egress.ts'
import { type Issue, invalid } from '../../core/platform/errors.ts'
import { SEALED } from '../../core/platform/sealed-fields.ts'
import { MASK } from '../../core/platform/secret-headers.ts'

export type TargetConfig = Record<string, unknown>

/**
 * The config that a request asks for, complete: only sent fields change, a masked secret leaves the stored one as it
 * is, and what the channel makes up itself is made up.
 *
 * @param before null at creation
 * @throws Problem VALIDATION_ERROR
 */
export function configOf(
  channel: Channel,
  sent: TargetConfig,
  before: TargetConfig | null,
  egress: EgressPolicy,
): TargetConfig {
  const isMasked = (field: string) => sent[field] === MASK && channel.secrets.includes(field)
  const kept = Object.keys(sent).filter((field) => isMasked(field))
  const baseless = kept.filter((field) => before?.[field] === undefined)
  if (baseless.length > 0)
    throw invalid(baseless.map((field) => ({ field: `config.${field}`, message: 'is masked; send the value itself' })))
  const changes = Object.fromEntries(Object.entries(sent).filter(([field]) => !kept.includes(field)))
  const { [SEALED]: unopened, ...known } = { ...before }
  const isKept = unopened !== undefined && !channel.secrets.some((field) => changes[field] !== undefined)
  const wanted = { ...known, ...changes }
  const config = isKept ? wanted : withOwnSecret(channel, wanted)
  const issues = issuesOf(channel, config, egress)
  if (issues.length > 0) throw invalid(issues.map((issue) => ({ ...issue, field: `config.${issue.field}` })))
  return isKept ? { ...config, [SEALED]: unopened } : config
}

const withOwnSecret = ({ ownSecret }: Channel, config: TargetConfig): TargetConfig =>
  ownSecret && config[ownSecret.field] === undefined ? { ...config, [ownSecret.field]: ownSecret.make() } : config

function issuesOf(channel: Channel, config: TargetConfig, egress: EgressPolicy): Issue[] {
  const issues = Value.Errors(channel.settings, config).flatMap((error) => inWords(channel, error))
  if (issues.length > 0) return issues
  const issue = channel.refuse(config, egress)
  return issue ? [issue] : []
}

type SchemaError = ReturnType<typeof Value.Errors>[number]

function inWords({ settings }: Channel, error: SchemaError): Issue[] {
  const known = Object.keys(settings.properties)
  if (error.keyword === 'required')
    return error.params.requiredProperties.map((field) => ({ field, message: requiredAs(settings.properties[field]) }))
  if (error.keyword === 'additionalProperties') {
    const message = `is not a field here; known ${known.length === 1 ? 'is' : 'are'} ${known.join(', ')}`
    return error.params.additionalProperties.map((field) => ({ field, message }))
  }
  // Says the same of the same field once more
  if (error.keyword === 'boolean') return []
  const message = error.keyword === 'format' ? `must be ${FORMATS[error.params.format]}` : error.message
  return [{ field: error.instancePath.slice(1).replaceAll('/', '.'), message }]
}

/** The formats that settings of channels use. */
const FORMATS: Record<string, string> = { email: 'an e-mail address' }

/** What it is said to be in its description stands behind. */
function requiredAs(schema: { description?: string } | undefined): string {
  return schema?.description ? `is required: ${uncapitalized(schema.description)}` : 'is required'
}

const uncapitalized = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1)

type Configured = Pick<NotificationTarget, 'channel' | 'config'>

/** The config as it is shown later on. */
export const maskConfig = ({ channel, config }: Configured): TargetConfig => masked(config, channelOf(channel).secrets)

/** The config as it is shown when a secret was made up for it: that one can be read, what people brought cannot. */
export function showOwnSecret({ channel: name, config }: Configured): TargetConfig {
  const { secrets, ownSecret } = channelOf(name)
  return masked(
    config,
    secrets.filter((field) => field !== ownSecret?.field),
  )
}

/** What could not be opened is there all the same. */
function masked({ [SEALED]: unopened, ...config }: TargetConfig, fields: readonly string[]): TargetConfig {
  const hidden = unopened === undefined ? [] : fields.filter((field) => config[field] === undefined)
  return {
    ...Object.fromEntries(
      Object.entries(config).map(([field, value]) => [field, fields.includes(field) ? MASK : value]),
    ),
    ...Object.fromEntries(hidden.map((field) => [field, MASK])),
  }
}

/** How two versions of a target differ, in the words of the API, secrets masked. @param before null at creation, @param after at deletion */
export function targetChanges(before: TargetInUse | null, after: TargetInUse | null): AuditChanges {
  const { secrets } = channelOf((after ?? before)!.channel)
  const secret = secrets.map(inConfig)
  return changesBetween(before ? auditedFacts(before) : {}, after ? auditedFacts(after) : {}, secret)
}

const inConfig = (field: string): string => `config.${field}`

const auditedFacts = ({
  name,
  channel,
  config,
  isDefault,
  isEnabled,
  disabledReason,
  fallbackTargetId,
}: TargetInUse) => ({
  name,
  channel,
  ...Object.fromEntries(
    Object.entries(config)
      .filter(([field]) => field !== SEALED)
      .map(([field, value]) => [inConfig(field), value]),
  ),
  is_default: isDefault,
  is_enabled: isEnabled,
  ...(disabledReason && { disabled_reason: disabledReason }),
  ...(fallbackTargetId !== null && { fallback_target_id: fallbackTargetId }),
})
