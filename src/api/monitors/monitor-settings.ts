/**
 * Which field of the API holds which setting. The settings of a type are written in its config object (`tcp_config`);
 * what HTTP and KEYWORD have in common is written in `http_config`, and read flat.
 */
import type { TObject, TProperties, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { MONITOR_TYPES, type MonitorType } from '../../core/monitors/monitor.ts'
import { type Issue, invalid } from '../../core/platform/errors.ts'
import { forgetUnopened } from '../../core/platform/sealed-fields.ts'
import { type Headers, maskHeaders, unmaskHeaders } from '../../core/platform/secret-headers.ts'
import {
  apiName,
  apiSchema,
  formSchema,
  mergeSettings,
  missingFields,
  type Translate,
  translator,
} from '../platform/settings-words.ts'

export type Settings = Record<string, unknown>

/** As much of the types as this needs: the schema of a type's settings, which is one of an object. */
type SettingsSource = Readonly<Record<MonitorType, { settings: TSchema }>>

/** Types that write a part of their settings in the config of another one. */
const EXTENDED: Partial<Record<MonitorType, MonitorType>> = { KEYWORD: 'HTTP' }

/** Settings that are fields of the monitor itself, besides or instead of standing in their config object. */
const FLAT: Partial<Record<MonitorType, 'instead' | readonly string[]>> = { HTTP: 'instead', TCP: ['port'] }

/** A null that is shown; every other setting that is null is left out. */
const SHOWN_NULL = 'body'

const configName = (type: MonitorType): string => `${type.toLowerCase()}_config`

/** A config object, as one monitor type uses it. */
interface Section {
  config: string
  /** Setting by the name of its field. */
  keys: Map<string, string>
  /** Fields that stand at the monitor itself. */
  flat: ReadonlySet<string>
  isShownNested: boolean
}

interface Kind {
  schema: TObject<TProperties>
  sections: Section[]
  read: Map<string, Translate>
  /** Field at the monitor, setting, and the way from one to the other. */
  shown: { field: string; section: string | null; key: string; toApi: Translate }[]
}

interface MonitorSettingsWords {
  /** Fields of a request body. */
  request: Record<string, TSchema>
  /** Fields of a response. */
  response: Record<string, TSchema>
  /** The config objects of a new monitor of one type, as a form shows them. */
  form(type: MonitorType): { properties: Record<string, TSchema>; required: string[] }
  /**
   * The settings that a body asks for, complete.
   *
   * @param before null at creation
   * @throws Problem VALIDATION_ERROR: fields of another type, missing ones, masks that stand for nothing
   */
  read(type: MonitorType, body: Settings, before: Settings | null): Settings
  /** What such a form holds of a monitor that is there, secrets masked. */
  formValues(type: MonitorType, settings: Settings): Settings
  /** The fields that show the settings, secrets masked. */
  write(type: MonitorType, settings: Settings): Settings
}

export function monitorSettingsWords(source: SettingsSource): MonitorSettingsWords {
  const kinds = new Map(MONITOR_TYPES.map((type) => [type, kindOf(type, source)]))
  const schemas = [...kinds.values()].map(fieldSchemas)
  const request = Object.assign({}, ...schemas.map((schema) => schema.request))
  const settingsFields = new Set(Object.keys(request))

  function read(type: MonitorType, body: Settings, stored: Settings | null): Settings {
    const kind = kinds.get(type)!
    const issues = foreignFields(kind, type, body, settingsFields)
    const patch = patchOf(kind, body)
    const before = stored && touchesSecrets(patch) ? forgetUnopened(stored) : stored
    if (patch.headers) issues.push(...restoreSecrets(patch, before, fieldOf(kind, body, 'headers')))
    const merged = mergeSettings(kind.schema, before ?? {}, patch)
    const settings = Value.Default(kind.schema, merged) as Settings
    for (const path of missingFields(kind.schema, settings)) issues.push(missing(fieldOf(kind, body, path)))
    if (issues.length > 0) throw invalid(issues)
    return settings
  }

  const write = (type: MonitorType, settings: Settings): Settings => show(kinds.get(type)!, settings)
  const form = (type: MonitorType) => formOf(kinds.get(type)!)
  const formValues = (type: MonitorType, settings: Settings) => valuesOf(kinds.get(type)!, settings)
  const response = Object.assign({}, ...schemas.map((schema) => schema.response))

  return { request, response, form, formValues, read, write }
}

/** A config object is required when something in it is. */
function formOf({ schema, sections }: Kind): ReturnType<MonitorSettingsWords['form']> {
  const parts = sections.map(({ config, keys }) => [config, formSchema(only(schema, [...keys.values()]))] as const)
  const required = parts.filter(([, part]) => 'required' in part).map(([config]) => config)
  return { properties: Object.fromEntries(parts), required }
}

function kindOf(type: MonitorType, source: SettingsSource): Kind {
  const schema = schemaOf(source, type)
  const base = EXTENDED[type]
  const shared = base ? Object.keys(schemaOf(source, base).properties) : []
  const own = Object.keys(schema.properties).filter((key) => !shared.includes(key))
  const sections = [...(base ? [sectionOf(base, shared)] : []), sectionOf(type, own)]
  const inner = (key: string) => schema.properties[key]!
  return {
    schema,
    sections,
    read: new Map(Object.keys(schema.properties).map((key) => [key, translator(inner(key), 'settings')])),
    shown: sections.flatMap(({ config, keys, flat, isShownNested }) =>
      [...keys].flatMap(([field, key]) => {
        const toApi = translator(inner(key), 'api')
        const nested = isShownNested ? [{ field, section: config, key, toApi }] : []
        return flat.has(field) ? [...nested, { field, section: null, key, toApi }] : nested
      }),
    ),
  }
}

const schemaOf = (source: SettingsSource, type: MonitorType) => source[type].settings as TObject<TProperties>

function sectionOf(type: MonitorType, keys: string[]): Section {
  const fields = new Map(keys.map((key) => [apiName(key), key]))
  const flat = FLAT[type] ?? []
  return {
    config: configName(type),
    keys: fields,
    flat: new Set(flat === 'instead' ? fields.keys() : flat),
    isShownNested: flat !== 'instead',
  }
}

/** What one type brings to the bodies and the representation of monitors. */
function fieldSchemas({ schema, sections }: Kind): {
  request: Record<string, TSchema>
  response: Record<string, TSchema>
} {
  const request: Record<string, TSchema> = {}
  const response: Record<string, TSchema> = {}
  for (const { config, keys, flat, isShownNested } of sections) {
    const part = only(schema, [...keys.values()])
    request[config] = apiSchema(part)
    if (isShownNested) response[config] = request[config]
    for (const field of flat) {
      request[field] = apiSchema(schema.properties[keys.get(field)!]!)
      response[field] = request[field]
    }
  }
  return { request, response }
}

function valuesOf({ schema, sections }: Kind, settings: Settings): Settings {
  const shown = (key: string) =>
    key === 'headers'
      ? maskHeaders(settings[key] as Headers)
      : translator(schema.properties[key]!, 'api')(settings[key])
  return Object.fromEntries(
    sections.map(({ config, keys }) => [
      config,
      Object.fromEntries(
        [...keys].filter(([, key]) => settings[key] !== undefined).map(([field, key]) => [field, shown(key)]),
      ),
    ]),
  )
}

function only(schema: TObject<TProperties>, keys: string[]): TSchema {
  const { description: _, ...rest } = schema as TObject<TProperties> & { description?: string }
  return {
    ...rest,
    required: (schema.required as string[] | undefined)?.filter((key) => keys.includes(key)),
    properties: Object.fromEntries(keys.map((key) => [key, schema.properties[key]])),
  } as TSchema
}

function foreignFields(kind: Kind, type: MonitorType, body: Settings, settingsFields: Set<string>): Issue[] {
  const own = new Set(kind.sections.flatMap(({ config, flat }) => [config, ...flat]))
  return Object.keys(body)
    .filter((field) => settingsFields.has(field) && !own.has(field))
    .map((field) => ({ field, message: `does not belong to ${type} monitors` }))
}

/** The settings that a body says: what stands in a config object wins over the same field at the monitor. */
function patchOf({ sections, read }: Kind, body: Settings): Settings {
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

/** Secrets come all together: what is not said of those that could not be opened is gone. */
const touchesSecrets = ({ headers, body, protocolValidation }: Settings): boolean =>
  [headers, body, protocolValidation].some((setting) => setting !== undefined)

function restoreSecrets(patch: Settings, before: Settings | null, field: string): Issue[] {
  const { headers, unknown } = unmaskHeaders(patch.headers as Headers, (before?.headers ?? null) as Headers | null)
  patch.headers = headers
  return unknown.map((name) => ({ field: `${field}.${name}`, message: 'is masked; send the value itself' }))
}

/** What to write, for those who see the vocabulary for the first time. */
const EXAMPLES: Readonly<Record<string, string>> = {
  tcp_config: '{ "port": 443 }',
  'tcp_config.port': '443',
  keyword_config: '{ "keywords": [{ "text": "Welcome", "should_contain": true }] }',
  'keyword_config.keywords': '[{ "text": "Welcome", "should_contain": true }]',
}

const missing = (field: string): Issue => ({
  field,
  message: EXAMPLES[field] ? `is required, such as ${EXAMPLES[field]}` : 'is required',
})

/** Where in the body a setting is, or should have been: `keyword_config.keywords`, `headers`, `tcp_config`. */
function fieldOf({ sections }: Kind, body: Settings, path: string): string {
  const [field] = path.split('.', 1) as [string]
  const { config, flat } = sections.find(({ keys }) => keys.has(field))!
  const nested = body[config] as Settings | undefined
  if (flat.has(field) && nested?.[field] === undefined && field in body) return path
  return nested ? `${config}.${path}` : config
}

function show({ shown }: Kind, settings: Settings): Settings {
  const fields: Settings = {}
  for (const { field, section, key, toApi } of shown) {
    const value = settings[key]
    if (value === undefined || (value === null && key !== SHOWN_NULL)) continue
    const shownValue = key === 'headers' ? maskHeaders(value as Headers) : toApi(value)
    if (section === null) fields[field] = shownValue
    else fields[section] = { ...(fields[section] as Settings), [field]: shownValue }
  }
  return fields
}
