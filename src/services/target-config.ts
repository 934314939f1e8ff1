/** What a user sends as a target's `config`, and what is stored and shown of it. */
import { Value } from 'typebox/value'
import type { Channel } from '../channels/channel.ts'
import { findChannel, SUPPORTED_CHANNELS } from '../channels/index.ts'
import type { NotificationTarget } from '../core/delivery.ts'
import type { EgressPolicy } from '../core/egress.ts'
import { type Issue, invalid } from '../core/errors.ts'
import { MASK } from '../core/secret-headers.ts'

export type TargetConfig = Record<string, unknown>

/** @throws Problem VALIDATION_ERROR */
export function requireChannel(name: string): Channel {
  const channel = findChannel(name)
  if (channel) return channel
  throw invalid({
    field: 'channel',
    message: `${name} is not supported by this version, which supports ${SUPPORTED_CHANNELS.join(', ')}`,
  })
}

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
  const masked = Object.keys(sent).filter((field) => isMasked(field))
  const baseless = masked.filter((field) => before?.[field] === undefined)
  if (baseless.length > 0)
    throw invalid(baseless.map((field) => ({ field: `config.${field}`, message: 'is masked; send the value itself' })))
  const changes = Object.fromEntries(Object.entries(sent).filter(([field]) => !masked.includes(field)))
  const config = withOwnSecret(channel, { ...before, ...changes })
  const issues = issuesOf(channel, config, egress)
  if (issues.length > 0) throw invalid(issues.map((issue) => ({ ...issue, field: `config.${issue.field}` })))
  return config
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
  if (error.keyword === 'required')
    return error.params.requiredProperties.map((field) => ({ field, message: 'is required' }))
  if (error.keyword === 'additionalProperties') {
    const message = `is not a field here; known are ${Object.keys(settings.properties).join(', ')}`
    return error.params.additionalProperties.map((field) => ({ field, message }))
  }
  // Says the same of the same field once more
  if (error.keyword === 'boolean') return []
  return [{ field: error.instancePath.slice(1).replaceAll('/', '.'), message: error.message }]
}

/** The config as it is shown later on. */
export function maskConfig({ channel: name, config }: Pick<NotificationTarget, 'channel' | 'config'>): TargetConfig {
  const secrets: readonly string[] = findChannel(name)?.secrets ?? Object.keys(config)
  const entries = Object.entries(config)
  return Object.fromEntries(entries.map(([field, value]) => [field, secrets.includes(field) ? MASK : value]))
}
