/**
 * The model of a form, built from its JSON Schema. It contains nothing about monitors, so that new types of the API
 * need no change here.
 */
import type { Refusal, Schema } from './schema.ts'

interface Base {
  name: string
  /** Path in the schema: `http_config.method`. List indexes are left out. */
  path: string
  /** Title from the API. */
  title: string
  description: string
  isRequired: boolean
  isNullable: boolean
  isAdvanced: boolean
  /** Set at creation and fixed afterwards. */
  isFixed: boolean
  /** Values of the object's `type` that use the field; null: all. */
  types: readonly string[] | null
  unavailable: Refusal | null
  fallback: unknown
  example: unknown
}

export interface TextModel extends Base {
  kind: 'text'
  format: 'line' | 'lines' | 'crlf' | 'secret' | 'secretLines' | 'colour' | 'cron' | 'zone' | 'moment' | 'email' | 'url'
  minLength: number
  maxLength: number | null
}

export interface NumberModel extends Base {
  kind: 'number'
  isWhole: boolean
  minimum: number | null
  maximum: number | null
  unit: string | null
  /** Pattern of texts that are accepted besides numbers, such as ranges. */
  pattern: string | null
}

export interface BooleanModel extends Base {
  kind: 'boolean'
}

export interface ChoiceModel extends Base {
  kind: 'choice'
  options: readonly { value: string | number | boolean; title: string }[]
}

/** A reference to an existing object by id. */
export interface ReferenceModel extends Base {
  kind: 'reference'
  source: string
}

export interface ReferencesModel extends Base {
  kind: 'references'
  source: string
  minItems: number
  maxItems: number | null
}

/** Several words or numbers. */
export interface WordsModel extends Base {
  kind: 'words'
  entry: NumberModel | TextModel
  minItems: number
  maxItems: number | null
}

/** Pairs of name and text, such as headers. */
export interface MapModel extends Base {
  kind: 'map'
  maxItems: number | null
}

export interface ObjectModel extends Base {
  kind: 'object'
  fields: readonly FieldModel[]
}

export interface ListModel extends Base {
  kind: 'list'
  item: FieldModel
  minItems: number
  maxItems: number | null
}

/** A constant, such as the type of a variant. */
interface FixedModel extends Base {
  kind: 'fixed'
  value: unknown
}

/** Any other shape, edited as JSON. */
export interface JsonModel extends Base {
  kind: 'json'
}

export type FieldModel =
  | TextModel
  | NumberModel
  | BooleanModel
  | ChoiceModel
  | ReferenceModel
  | ReferencesModel
  | WordsModel
  | MapModel
  | ObjectModel
  | ListModel
  | FixedModel
  | JsonModel

interface FieldContext {
  name: string
  path: string
  isRequired: boolean
}

/** @param schema of the whole body */
export const toFormModel = (schema: Schema): ObjectModel =>
  toObjectModel(schema, toBase(schema, { name: '', path: '', isRequired: true }, false))

function toFieldModel(schema: Schema, context: FieldContext): FieldModel {
  const { type, isNullable, plain } = unwrapNullable(schema)
  const base = toBase(plain, context, isNullable)
  if (plain.const !== undefined) return { ...base, kind: 'fixed', value: plain.const }
  if (plain.enum) return toChoiceModel(plain, base)
  if (type === 'string')
    return plain['x-source'] && plain['x-source'] !== 'time-zones'
      ? toReferenceModel(plain, base)
      : toTextModel(plain, base)
  if (type === 'integer' || type === 'number') return toNumberModel(plain, base, type === 'integer')
  if (type === 'boolean') return { ...base, kind: 'boolean' }
  if (type === 'array' && plain.items) return toListModel(plain, plain.items, base)
  if (plain.properties) return toObjectModel(plain, base)
  return isMap(plain) ? { ...base, kind: 'map', maxItems: plain.maxProperties ?? null } : { ...base, kind: 'json' }
}

/** Reduces a union to the member that the form edits, and marks a union with null as nullable. */
function unwrapNullable(schema: Schema): { plain: Schema; type: string | undefined; isNullable: boolean } {
  const { anyOf, ...around } = schema
  const branches = anyOf?.filter((branch) => branch.type !== 'null') ?? []
  const member = branches.length === 1 ? branches[0] : findTextBranch(branches)
  const plain: Schema = member ? { ...member, ...around } : schema
  const types = typeof plain.type === 'string' ? [plain.type] : (plain.type ?? [])
  const isNullable =
    types.includes('null') || (anyOf?.length ?? 0) > branches.length || plain.enum?.includes(null) === true
  return { plain, type: types.find((type) => type !== 'null'), isNullable }
}

/** Returns the text of a union of text, number and boolean, which a form edits as text: `5` means the same as `"5"`. */
const findTextBranch = (branches: readonly Schema[]): Schema | undefined =>
  SINGLE_VALUES.every((name) => branches.some(({ type }) => type === name))
    ? branches.find(({ type }) => type === 'string')
    : undefined

const SINGLE_VALUES = ['string', 'number', 'boolean']

const toBase = (schema: Schema, { name, path, isRequired }: FieldContext, isNullable: boolean): Base => ({
  name,
  path,
  title: schema.title ?? name,
  description: schema.description ?? '',
  isRequired,
  isNullable,
  isAdvanced: schema['x-advanced'] === true,
  isFixed: schema['x-fixed'] === true,
  types: schema['x-types'] ?? null,
  unavailable: schema['x-unavailable'] ?? null,
  fallback: schema.default,
  example: schema.examples?.find((example) => example !== null),
})

const toChoiceModel = (schema: Schema, base: Base): ChoiceModel => ({
  ...base,
  kind: 'choice',
  options: (schema.enum ?? [])
    .filter((value) => value !== null)
    .map((value) => ({ value: value as string, title: schema['x-enum-titles']?.[String(value)] ?? String(value) })),
})

const toReferenceModel = (schema: Schema, base: Base): ReferenceModel => ({
  ...base,
  kind: 'reference',
  source: schema['x-source']!,
})

const toTextModel = (schema: Schema, base: Base): TextModel => ({
  ...base,
  kind: 'text',
  format: getTextFormat(schema),
  minLength: schema.minLength ?? 0,
  maxLength: schema.maxLength ?? null,
})

function getTextFormat(schema: Schema): TextModel['format'] {
  if (schema['x-source'] === 'time-zones') return 'zone'
  if (schema['x-cron']) return 'cron'
  if (schema['x-secret']) return schema['x-multiline'] ? 'secretLines' : 'secret'
  if (schema['x-colour']) return 'colour'
  if (schema['x-crlf']) return 'crlf'
  if (schema['x-multiline']) return 'lines'
  if (schema.format === 'date-time') return 'moment'
  if (schema.format === 'email') return 'email'
  return schema.examples?.some((example) => /^https?:/.test(String(example))) ? 'url' : 'line'
}

const toNumberModel = (schema: Schema, base: Base, isWhole: boolean): NumberModel => ({
  ...base,
  kind: 'number',
  isWhole,
  minimum: schema.minimum ?? null,
  maximum: schema.maximum ?? null,
  unit: schema['x-unit'] ?? null,
  pattern: schema.pattern ?? null,
})

function toListModel(schema: Schema, items: Schema, base: Base): FieldModel {
  const bounds = { minItems: schema.minItems ?? 0, maxItems: schema.maxItems ?? null }
  const source = schema['x-source']
  if (source && source !== 'tags') return { ...base, ...bounds, kind: 'references', source }
  const item = toFieldModel(items, { name: base.name, path: base.path, isRequired: true })
  if (item.kind === 'number' || (item.kind === 'text' && item.format === 'line'))
    return { ...base, ...bounds, kind: 'words', entry: item }
  return { ...base, ...bounds, kind: 'list', item }
}

const toObjectModel = ({ properties = {}, required = [] }: Schema, base: Base): ObjectModel => ({
  ...base,
  kind: 'object',
  fields: Object.entries(properties).map(([name, schema]) =>
    toFieldModel(schema, {
      name,
      path: base.path === '' ? name : `${base.path}.${name}`,
      isRequired: required.includes(name),
    }),
  ),
})

function isMap({ patternProperties }: Schema): boolean {
  const values = Object.values(patternProperties ?? {})
  return values.length === 1 && values[0]!.type === 'string'
}

/** Returns the field that switches an object on and off, if any. */
export const findSwitch = ({ fields }: ObjectModel): BooleanModel | null =>
  fields.find((field): field is BooleanModel => field.kind === 'boolean' && field.name === 'enabled') ?? null

/** Whether the `type` of the object uses the field. */
export const isUsed = ({ types }: FieldModel, object: unknown): boolean =>
  types?.includes(String((object as { type?: unknown }).type)) ?? true
