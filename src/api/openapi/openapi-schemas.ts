/**
 * Names the schemas of the document, so that generated clients have readable types. An object whose `title` is one word
 * takes that name; other titles are labels of forms. In responses, objects with an `id` and entries of lists are named
 * after their field.
 */
import { isDeepStrictEqual } from 'node:util'
import { toCapitalized, toPascalCase, toSingular } from './openapi-operations.ts'

export interface Schema {
  [keyword: string]: unknown
  $ref?: string
  title?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
}

/** Type names for fields whose own name is too general. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  key: 'ApiKey',
  limits: 'PlanLimits',
  usage: 'PlanUsage',
  pagination: 'Pagination',
  target: 'NotificationTarget',
  delivery: 'NotificationDelivery',
  notification: 'NotificationDelivery',
  update: 'IncidentUpdate',
  comment: 'IncidentComment',
  affected_check: 'AffectedCheck',
  result: 'CheckResult',
  history: 'StatusChange',
  series: 'ResponseTimes',
  sparkline: 'SparklineDay',
  section: 'StatusPageSection',
  component: 'StatusPageComponent',
}

/** Schema keywords that contain one schema, a list of schemas, and schemas by name. */
const SINGLE_KEYWORDS = ['items', 'additionalProperties', 'not'] as const
const LIST_KEYWORDS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const
const MAP_KEYWORDS = ['properties', 'patternProperties'] as const

/** Position of a schema in the payload. */
interface SchemaPosition {
  /** Property that contains the schema, or that contains the list of which it is an entry. */
  field: string
  isEntry: boolean
}

type Replace = (schema: Schema, position: SchemaPosition) => Schema

export interface Namer {
  /** @returns the request body, named after its operation */
  nameRequest(schema: Schema, operationId: string): Schema
  /** @param noun name of a payload that is the resource itself */
  nameResponse(schema: Schema, operationId: string, noun: string): Schema
}

/** @param known the named schemas of the document; new ones are added */
export function createNamer(known: Record<string, Schema>): Namer {
  const naming =
    (operationId: string, nameOf: (schema: Schema, position: SchemaPosition) => string | undefined): Replace =>
    (schema, position) => {
      const inside = replaceChildren(schema, naming(operationId, nameOf), position)
      const name = getOwnName(schema) ?? nameOf(schema, position)
      return name === undefined ? inside : toReference(inside, name, operationId)
    }

  function toReference(schema: Schema, name: string, operationId: string): Schema {
    const { title: _, ...shape } = schema
    if (!Array.isArray(shape.type)) return { $ref: `#/components/schemas/${register(shape, name, operationId)}` }
    const [type] = shape.type.filter((one) => one !== 'null')
    return { anyOf: [toReference({ ...shape, type: type! }, name, operationId), { type: 'null' }] }
  }

  /** If two shapes claim one name, the later shape gets the name of its operation as a prefix. */
  function register(shape: Schema, name: string, operationId: string): string {
    const prefixedName = name.startsWith(toCapitalized(operationId)) ? name : toCapitalized(operationId) + name
    for (let candidate = name, count = 1; ; candidate = count++ === 1 ? prefixedName : `${prefixedName}${count}`) {
      known[candidate] ??= shape
      if (isDeepStrictEqual(known[candidate], shape)) return candidate
    }
  }

  return {
    nameRequest: (schema, operationId) =>
      toReference(
        replaceChildren(
          schema,
          naming(operationId, () => undefined),
          ROOT_POSITION,
        ),
        `${toCapitalized(operationId)}Body`,
        operationId,
      ),
    nameResponse: (schema, operationId, noun) =>
      naming(operationId, (inner, position) => findResourceName(inner, position, noun))(schema, ROOT_POSITION),
  }
}

const ROOT_POSITION: SchemaPosition = { field: '', isEntry: false }

const getOwnName = ({ title, properties }: Schema): string | undefined =>
  properties && title && /^\w+$/.test(title) ? title : undefined

function findResourceName(
  { properties }: Schema,
  { field, isEntry }: SchemaPosition,
  noun: string,
): string | undefined {
  if (!properties || field === '') return undefined
  const word = toSingular(field)
  if (field === 'data') return isEntry || 'id' in properties ? noun : undefined
  const known = FIELD_NAMES[word] ?? FIELD_NAMES[field]
  return known ?? (isEntry || 'id' in properties ? toPascalCase(word) : undefined)
}

function replaceChildren(schema: Schema, replace: Replace, position: SchemaPosition): Schema {
  const result: Schema = { ...schema }
  for (const keyword of SINGLE_KEYWORDS) {
    const inner = schema[keyword]
    if (isSchema(inner))
      result[keyword] = replace(inner, keyword === 'items' ? { ...position, isEntry: true } : ROOT_POSITION)
  }
  for (const keyword of LIST_KEYWORDS) {
    const inner = schema[keyword]
    if (Array.isArray(inner)) result[keyword] = inner.map((one) => replace(one, position))
  }
  for (const keyword of MAP_KEYWORDS) {
    const inner = schema[keyword]
    if (isSchema(inner)) result[keyword] = mapSchemas(inner as Record<string, Schema>, replace)
  }
  return result
}

const mapSchemas = (schemas: Record<string, Schema>, replace: Replace): Record<string, Schema> =>
  Object.fromEntries(
    Object.entries(schemas).map(([field, schema]) => [field, replace(schema, { field, isEntry: false })]),
  )

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
