/** Converts options to a target and settings that a prober accepts. Pure. */
import { isIP } from 'node:net'
import type { TObject, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { EgressPolicy } from '../../core/platform/egress.ts'
import { addDefaults, toApiName } from '../../core/platform/fields/translate.ts'
import { describe, describeSchemaError, type JsonSchema } from '../../core/platform/validation/schema-words.ts'
import type { ProbeKind } from '../../core/probes/protocol.ts'
import { PROBERS } from '../../probers/index.ts'
import type { Prober, SettingsRefusal } from '../../probers/prober.ts'
import { UsageError } from '../command.ts'
import { quoteText, toVisible } from '../text.ts'
import { type Draft, listOptions } from './options.ts'
import { omitNull, parseSetting } from './values.ts'

const getSchema = (type: ProbeKind): TObject => PROBERS[type].settings as TObject

/**
 * Sets one setting: `packetCount=5`, `packet_count=5`, `protocolValidation.enabled=true`.
 *
 * @throws UsageError
 */
export function setSetting(type: ProbeKind, draft: Draft, text: string): void {
  const [, path, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  if (path === undefined || value === undefined)
    throw new UsageError(`--setting takes KEY=VALUE, such as --setting ${getFirstKey(type)}=…, not ${quoteText(text)}`)
  let schema: TSchema = getSchema(type)
  let inside = draft
  const keys = path.split('.')
  for (const [i, word] of keys.entries()) {
    const key = findKey(schema, word, type)
    schema = (schema as TObject).properties[key]!
    if (i === keys.length - 1) inside[key] = parseSetting(schema, `--setting ${path}`, value, inside[key])
    else {
      inside = getChild(inside, key)
      schema = omitNull(schema as JsonSchema) as TSchema
    }
  }
}

const getFirstKey = (type: ProbeKind): string => Object.keys(getSchema(type).properties)[0]!

function getChild(draft: Draft, key: string): Draft {
  draft[key] ??= {}
  return draft[key] as Draft
}

function findKey(schema: TSchema, word: string, type: ProbeKind): string {
  const keys = Object.keys((schema as Partial<TObject>).properties ?? {})
  const key = keys.find((known) => known === word || toApiName(known) === word)
  if (key !== undefined) return key
  const hint = keys.length > 0 ? `; settings are ${keys.map(toApiName).join(', ')}` : ''
  throw new UsageError(`${quoteText(word)} is not a setting of ${type.toLowerCase()}${hint}`)
}

/**
 * Splits host and port if the type has a port setting.
 *
 * @throws UsageError
 */
export function splitTarget(type: ProbeKind, target: string, draft: Draft): string {
  const { port: schema } = getSchema(type).properties
  const [, bracketed, plain, port] = /^(?:\[([^\]]*)\]|([^:/]+))(?::([^:/]*))?$/.exec(target) ?? []
  const host = bracketed ?? plain
  if (!schema || host === undefined) return target
  if (port === undefined) return host
  const number = parseSetting(schema, `the port in ${quoteText(target)}`, port)
  if (draft.port !== undefined && draft.port !== number)
    throw new UsageError(`${quoteText(target)} and --port ${draft.port} name different ports`)
  draft.port = number
  return host
}

/** @throws UsageError that suggests a similar valid target if there is one */
export function judgeTarget(type: ProbeKind, target: string, egress: EgressPolicy): void {
  const prober: Prober = PROBERS[type]
  const reason = prober.refuseTarget(target, egress)
  if (reason === null) return
  const near = [
    target.includes('://') ? null : `https://${target}`,
    URL.parse(target)?.hostname,
    target.replace(/:\d+$/, ''),
  ]
  const better = near.find((other) => other && other !== target && prober.refuseTarget(other, egress) === null)
  const policy = reason.startsWith('must not point to') ? ' (WK_EGRESS)' : ''
  const hint = better ? ` (did you mean ${truncateInput(better)}?)` : ''
  throw new UsageError(`the target ${quoteText(target)} ${toVisible(reason)}${policy}${hint}`)
}

const truncateInput = (text: string): string => quoteText(text).slice(1, -1)

/** @throws UsageError that names the option */
export function completeSettings(type: ProbeKind, target: string, draft: Draft, egress: EgressPolicy): Draft {
  const prober: Prober = PROBERS[type]
  if (type === 'DNS') addRecordTypes(draft, target)
  const settings = addDefaults(prober.settings, draft)
  refuseMissing(type, settings)
  const [error] = Value.Errors(prober.settings, settings)
  if (error) {
    const [, setting = '', field] = error.instancePath.split('/')
    const missing = error.keyword === 'required' ? error.params.requiredProperties[0] : undefined
    const message = missing ? 'is required' : describeSchemaError(prober.settings as JsonSchema, error)
    throw new UsageError(`${describeOptionsFor(type, setting, missing ?? field)} ${toVisible(message)}`)
  }
  const refusal = prober.refuseSettings?.(settings, target, egress)
  if (refusal) throw new UsageError(describeRefusal(type, refusal))
  return settings
}

/** Names the entry of a list as well: `--assert: assertions.0.path is required`. */
function describeRefusal(type: ProbeKind, { key, message }: SettingsRefusal): string {
  const [setting = '', field] = key.split('.')
  const isOption = listOptions(type).some((option) => option.key === setting && option.field === field)
  const entry = isOption || field === undefined ? '' : `: ${key}`
  return `${describeOptionsFor(type, setting, field)}${entry} ${toVisible(message)}`
}

/** Fills in missing record types. An IP address can only have a PTR lookup. */
function addRecordTypes(draft: Draft, target: string): void {
  const usual = isIP(target) === 0 ? 'A' : 'PTR'
  const entries = (draft.recordEntries as Draft[] | undefined) ?? [{}]
  draft.recordEntries = entries.map((entry) => ({ ...entry, recordType: entry.recordType ?? usual }))
}

function refuseMissing(type: ProbeKind, settings: Draft): void {
  const { required = [], properties } = getSchema(type) as TObject & { required?: string[] }
  const missing = required.find((key) => settings[key] === undefined)
  if (missing === undefined) return
  const shape = properties[missing] as JsonSchema
  // A setting that is built from several options has a shape that users never type
  const form = shape.items?.type === 'object' ? '' : `, ${describe(shape)}`
  const behind = missing === 'port' ? ' It can follow the host, as in example.com:25' : ''
  throw new UsageError(
    `${type.toLowerCase()} needs ${describeOptionsFor(type, missing)}${form}${behind && `.${behind}`}`,
  )
}

/**
 * `--keyword or --not-keyword`
 *
 * @param field of a nested setting
 */
function describeOptionsFor(type: ProbeKind, key: string, field?: string): string {
  const options = listOptions(type).filter((option) => option.key === key)
  const own = options.filter((option) => field !== undefined && option.field === toApiName(field))
  const names = own.length > 0 ? own : options
  return names.length > 0 ? names.map(({ name }) => `--${name}`).join(' or ') : `the setting ${quoteText(key)}`
}
