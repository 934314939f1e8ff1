/**
 * Maps API fields to monitor settings. The settings of a type are written in its config object (`tcp_config`). The
 * settings shared by HTTP and KEYWORD are written in `http_config`, and returned as top-level fields.
 *
 * Classes and ranges of expected status codes: `2xx`, `200-299`. Requests and forms may contain them. Settings and
 * responses contain the single codes.
 */
import type { TObject, TProperties, TSchema } from 'typebox'
import { MONITOR_TYPES, type MonitorType } from '../../core/monitors/monitor.ts'
import {
  isStatusRange,
  joinStatusCodes,
  STATUS_RANGE_PATTERN,
  toStatusCodes,
} from '../../core/monitors/status-codes.ts'
import { isOnlyReference } from '../../core/monitors/variable.ts'
import { createInvalid, type Issue } from '../../core/platform/errors.ts'
import {
  addDefaults,
  createTranslator,
  listMissingFields,
  mergeSettings,
  type Translate,
  toApiName,
} from '../../core/platform/fields/translate.ts'
import { dropSealedSecrets, SECRET_SETTINGS } from '../../core/platform/sealing/sealed-fields.ts'
import { hideSecretSetting, restoreSecretSettings } from '../../core/platform/secret-settings.ts'
import { DESCRIPTION_KEY } from '../../core/platform/validation/schema-words.ts'
import { toApiSchema } from '../platform/fields/resource-schema.ts'

export type Settings = Record<string, unknown>

/** The part of a monitor type used here: the object schema of its settings. */
type SettingsSource = Readonly<Record<MonitorType, { settings: TSchema }>>

/** Types that write part of their settings in the config object of another type. */
const EXTENDED: Partial<Record<MonitorType, MonitorType>> = { KEYWORD: 'HTTP' }

/** Settings that are top-level fields of the monitor, in addition to or instead of fields of the config object. */
const TOP_LEVEL_SETTINGS: Partial<Record<MonitorType, 'instead' | readonly string[]>> = {
  HTTP: 'instead',
  TCP: ['port'],
}

/** The only setting that is returned as null; all other null settings are omitted. */
const SHOWN_NULL = 'body'

const getConfigName = (type: MonitorType): string => `${type.toLowerCase()}_config`

/** A config object, as one monitor type uses it. */
interface Section {
  config: string
  /** Setting name by field name. */
  keys: Map<string, string>
  /** Fields at the top level of the monitor. */
  flat: ReadonlySet<string>
  isShownNested: boolean
}

interface TypeFields {
  schema: TObject<TProperties>
  sections: Section[]
  read: Map<string, Translate>
  toApi: Map<string, Translate>
  /** Field of the monitor and its setting. */
  shown: { field: string; section: string | null; key: string }[]
}

interface SettingsTranslator {
  /** Fields of a request body. */
  request: Record<string, TSchema>
  /** Fields of a response. */
  response: Record<string, TSchema>
  /** The config objects of a new monitor of the type, as a form shows them. */
  form(type: MonitorType): { properties: Record<string, TSchema>; required: string[] }
  /**
   * Returns the complete settings that a body requests.
   *
   * @param before null at creation
   * @throws Problem VALIDATION_ERROR: fields of another type, missing fields, masks of secrets that do not exist
   */
  read(type: MonitorType, body: Settings, before: Settings | null): Settings
  /** Returns an issue for each field of a body that belongs to other types. */
  findForeignFields(type: MonitorType, body: Settings): Issue[]
  /** Returns the form values of an existing monitor, with secrets masked. */
  formValues(type: MonitorType, settings: Settings): Settings
  /** Returns the fields that show the settings, with secrets masked. */
  write(type: MonitorType, settings: Settings): Settings
}

export function createSettingsTranslator(source: SettingsSource): SettingsTranslator {
  const fieldsByType = new Map(MONITOR_TYPES.map((type) => [type, buildTypeFields(type, source)]))
  const schemas = [...fieldsByType].map(collectFieldSchemas)
  const request = Object.assign({}, ...schemas.map((schema) => schema.request))
  const settingsFields = new Set(Object.keys(request))

  const findForeign = (type: MonitorType, body: Settings): Issue[] =>
    findForeignFields(fieldsByType.get(type)!, type, body, settingsFields)

  function read(type: MonitorType, body: Settings, stored: Settings | null): Settings {
    const typeFields = fieldsByType.get(type)!
    const issues = findForeign(type, body)
    const patch = toPatch(typeFields, body)
    const before = stored && hasSecrets(patch) ? dropSealedSecrets(stored) : stored
    if (patch.expectedStatus) issues.push(...readExpectedStatus(patch, findFieldPath(typeFields, body, STATUS_FIELD)))
    for (const path of restoreSecretSettings(patch, before))
      issues.push({ field: findFieldPath(typeFields, body, path), message: 'is masked; send the actual value' })
    const settings = addDefaults(typeFields.schema, mergeSettings(typeFields.schema, before ?? {}, patch))
    for (const path of listMissingFields(typeFields.schema, settings))
      issues.push(toMissingIssue(findFieldPath(typeFields, body, path)))
    if (issues.length > 0) throw createInvalid(issues)
    return settings
  }

  const write = (type: MonitorType, settings: Settings): Settings => show(fieldsByType.get(type)!, settings)
  const forms = new Map([...fieldsByType].map(([type, typeFields]) => [type, toForm(typeFields)]))
  const form = (type: MonitorType) => forms.get(type)!
  const formValues = (type: MonitorType, settings: Settings) => toFormValues(fieldsByType.get(type)!, settings)
  const response = Object.assign({}, ...schemas.map((schema) => schema.response))

  return { request, response, form, findForeignFields: findForeign, formValues, read, write }
}

/** Builds the config objects. A config object is required if one of its fields is required. */
function toForm({ schema, sections }: TypeFields): ReturnType<SettingsTranslator['form']> {
  const parts = sections.map(
    ({ config, keys }) =>
      [config, withStatusRanges(toApiSchema(pickProperties(schema, [...keys.values()]), 'form'))] as const,
  )
  const required = parts.filter(([, part]) => 'required' in part).map(([config]) => config)
  return { properties: Object.fromEntries(parts), required }
}

function buildTypeFields(type: MonitorType, source: SettingsSource): TypeFields {
  const schema = getSettingsSchema(source, type)
  const base = EXTENDED[type]
  const shared = base
    ? Object.keys(getSettingsSchema(source, base).properties).filter((key) => key in schema.properties)
    : []
  const own = Object.keys(schema.properties).filter((key) => !shared.includes(key))
  const sections = [...(base ? [toSection(base, shared)] : []), toSection(type, own)]
  const entries = Object.entries(schema.properties)
  return {
    schema,
    sections,
    read: new Map(entries.map(([key, inner]) => [key, createTranslator(inner, 'settings')])),
    toApi: new Map(entries.map(([key, inner]) => [key, createTranslator(inner, 'api')])),
    shown: sections.flatMap(({ config, keys, flat, isShownNested }) =>
      [...keys].flatMap(([field, key]) => {
        const nested = isShownNested ? [{ field, section: config, key }] : []
        return flat.has(field) ? [...nested, { field, section: null, key }] : nested
      }),
    ),
  }
}

const getSettingsSchema = (source: SettingsSource, type: MonitorType) => source[type].settings as TObject<TProperties>

function toSection(type: MonitorType, keys: string[]): Section {
  const fields = new Map(keys.map((key) => [toApiName(key), key]))
  const flat = TOP_LEVEL_SETTINGS[type] ?? []
  return {
    config: getConfigName(type),
    keys: fields,
    flat: new Set(flat === 'instead' ? fields.keys() : flat),
    isShownNested: flat !== 'instead',
  }
}

/** Collects the request and response fields of one type. A section of another type is collected there. */
function collectFieldSchemas([type, { schema, sections }]: [MonitorType, TypeFields]): {
  request: Record<string, TSchema>
  response: Record<string, TSchema>
} {
  const request: Record<string, TSchema> = {}
  const response: Record<string, TSchema> = {}
  for (const { config, keys, flat, isShownNested } of sections) {
    if (config !== getConfigName(type)) continue
    const part = pickProperties(schema, [...keys.values()])
    const shown = toApiSchema(part)
    request[config] = withStatusRanges(shown)
    if (isShownNested) response[config] = shown
    for (const field of flat) {
      response[field] = toApiSchema(schema.properties[keys.get(field)!]!)
      request[field] = withStatusRanges(toApiSchema(pickProperties(schema, [keys.get(field)!]))).properties[field]!
    }
  }
  return { request, response }
}

function toFormValues({ sections, toApi }: TypeFields, settings: Settings): Settings {
  const shown = (key: string) =>
    key === 'expectedStatus'
      ? joinExpectedStatus(settings[key])
      : toApi.get(key)!(hideSecretSetting(key, settings[key], isOnlyReference))
  return Object.fromEntries(
    sections.map(({ config, keys }) => [
      config,
      Object.fromEntries(
        [...keys].filter(([, key]) => settings[key] !== undefined).map(([field, key]) => [field, shown(key)]),
      ),
    ]),
  )
}

function pickProperties(schema: TObject<TProperties>, keys: string[]): TSchema {
  const { description: _, ...rest } = schema as TObject<TProperties> & { description?: string }
  return {
    ...rest,
    required: (schema.required as string[] | undefined)?.filter((key) => keys.includes(key)),
    properties: Object.fromEntries(keys.map((key) => [key, schema.properties[key]])),
  } as TSchema
}

function findForeignFields(
  typeFields: TypeFields,
  type: MonitorType,
  body: Settings,
  settingsFields: Set<string>,
): Issue[] {
  const { sections } = typeFields
  const own = new Set(sections.flatMap(({ config, flat }) => [config, ...flat]))
  const foreign = Object.keys(body).filter((field) => settingsFields.has(field) && !own.has(field))
  const nested = sections.flatMap(({ config, keys }) =>
    Object.keys(body[config] ?? {}).flatMap((field) => (keys.has(field) ? [] : [`${config}.${field}`])),
  )
  return [...foreign, ...nested].map((field) => ({ field, message: `is not supported for ${type} monitors` }))
}

/** Reads the settings from a body. A field of the config object takes precedence over the same top-level field. */
function toPatch({ sections, read }: TypeFields, body: Settings): Settings {
  const patch: Settings = {}
  for (const { config, keys, flat } of sections) {
    const nested = (body[config] ?? {}) as Settings
    for (const [field, key] of keys) {
      const value = nested[field] === undefined && flat.has(field) ? body[field] : nested[field]
      if (value !== undefined) patch[key] = read.get(key)!(value)
    }
  }
  return patch
}

/** Secrets are replaced as a whole: sealed secrets that the body does not send again are dropped. */
const hasSecrets = (patch: Settings): boolean =>
  ['headers', 'body', 'protocolValidation', ...Object.keys(SECRET_SETTINGS)].some(
    (setting) => patch[setting] !== undefined,
  )

/** Example values in error messages, for new users of the API. */
const EXAMPLES: Readonly<Record<string, string>> = {
  tcp_config: '{ "port": 443 }',
  'tcp_config.port': '443',
  keyword_config: '{ "keywords": [{ "text": "Welcome", "should_contain": true }] }',
  'keyword_config.keywords': '[{ "text": "Welcome", "should_contain": true }]',
}

const toMissingIssue = (field: string): Issue => ({
  field,
  message: EXAMPLES[field] ? `is required, such as ${EXAMPLES[field]}` : 'is required',
})

/**
 * Returns the path of a setting in the body, or the path where it is missing: `keyword_config.keywords`, `headers`,
 * `tcp_config`.
 */
function findFieldPath({ sections }: TypeFields, body: Settings, path: string): string {
  const [field] = path.split('.', 1) as [string]
  const { config, flat } = sections.find(({ keys }) => keys.has(field))!
  const nested = body[config] as Settings | undefined
  if (flat.has(field) && nested?.[field] === undefined && field in body) return path
  return nested ? `${config}.${path}` : config
}

function show({ shown, toApi }: TypeFields, settings: Settings): Settings {
  const fields: Settings = {}
  for (const { field, section, key } of shown) {
    const value = settings[key]
    if (value === undefined || (value === null && key !== SHOWN_NULL)) continue
    const shownValue = toApi.get(key)!(hideSecretSetting(key, value, isOnlyReference))
    if (section === null) fields[field] = shownValue
    else fields[section] = { ...(fields[section] as Settings), [field]: shownValue }
  }
  return fields
}

const STATUS_FIELD = 'expected_status'

const STATUS_INPUT = {
  type: ['integer', 'string'],
  minimum: 100,
  maximum: 599,
  pattern: STATUS_RANGE_PATTERN,
  [DESCRIPTION_KEY]: 'a whole number from 100 to 599, or a range such as 2xx or 200-299',
}

/** Returns the schema of an object that accepts classes and ranges in its expected status codes, if it has any. */
function withStatusRanges(schema: TSchema): TObject<TProperties> {
  const { properties, ...rest } = schema as TObject<TProperties>
  const codes = properties[STATUS_FIELD] as (TSchema & { description: string }) | undefined
  if (!codes) return { ...rest, properties } as TObject<TProperties>
  const description = `Codes, 2xx or 200-299. ${codes.description}`
  const input = { ...codes, description, items: STATUS_INPUT }
  return { ...rest, properties: { ...properties, [STATUS_FIELD]: input } } as TObject<TProperties>
}

/**
 * Replaces the classes and ranges of a setting by their codes.
 *
 * @param field path of the setting in the body
 */
function readExpectedStatus(settings: { expectedStatus?: unknown }, field: string): Issue[] {
  const entries = settings.expectedStatus as (number | string)[]
  settings.expectedStatus = toStatusCodes(entries)
  return entries.flatMap((entry, index) =>
    typeof entry === 'number' || isStatusRange(entry)
      ? []
      : [{ field: `${field}.${index}`, message: `"${entry}" must not end before its start` }],
  )
}

/** @param codes null: the default */
const joinExpectedStatus = (codes: unknown): unknown => codes && joinStatusCodes(codes as number[])
