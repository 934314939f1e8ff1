/**
 * Derives API schemas from schemas with the names of the program. A prober and a resource describe their fields once, in
 * camelCase. The schemas of requests, responses and forms are derived from that description.
 */
import Type, { type TSchema } from 'typebox'
import { toApiName } from '../../../core/platform/fields/api-name.ts'
import { createTranslator, type Shape } from '../../../core/platform/fields/translate.ts'

/**
 * - `parts`: an update of settings, which is merged key by key, or their representation. Settings stored by an older
 *   version may lack a key. There are no defaults, so that an omitted field stays recognizable.
 * - `whole`: an entry of a list of settings, which is replaced as a whole.
 * - `form`: a creation. Mandatory fields without a default are required.
 * - `update`: an update of a resource.
 * - `shown`: the representation of a resource.
 */
type SchemaUse = 'parts' | 'whole' | 'form' | 'update' | 'shown'

/** Use of the entries of lists. An update replaces a list as a whole. */
const ENTRY_USES: Readonly<Record<SchemaUse, SchemaUse>> = {
  parts: 'whole',
  whole: 'whole',
  form: 'form',
  update: 'form',
  shown: 'shown',
}

/** Returns the schema with API names. */
export const toApiSchema = (schema: TSchema, use: SchemaUse = 'parts'): TSchema =>
  Type.Unsafe(toApiShape(schema as Shape, use) as object)

function toApiShape({ default: fallback, ...rest }: Shape, use: SchemaUse): Shape {
  const shape = { ...rest, ...showDefault(rest, fallback, use) }
  if (shape.anyOf) return mergeUnion(shape, use)
  if (shape.items) return { ...shape, items: toApiShape(shape.items, ENTRY_USES[use]) }
  if (shape.enum && !shape.type) return { ...shape, type: 'string' }
  if (!shape.properties) return shape
  const { required, ...others } = shape
  return {
    ...others,
    ...toRequired(shape, use),
    properties: Object.fromEntries(
      Object.entries(shape.properties).map(([key, inner]) => [toApiName(key), toApiShape(inner, use)]),
    ),
    ...(use !== 'shown' && { additionalProperties: false }),
  }
}

/** Returns the keyword of a default, or the description with the default, unless it already states it. */
function showDefault(shape: Shape, fallback: unknown, use: SchemaUse): Pick<Shape, 'default' | 'description'> {
  if (fallback === undefined || use === 'update' || use === 'shown') return {}
  if (use === 'form') return { default: createTranslator(shape as TSchema, 'api')(fallback) }
  const isPlain = typeof fallback === 'string' || typeof fallback === 'number' || typeof fallback === 'boolean'
  if (!isPlain || shape.description?.includes('Default:')) return {}
  const description = shape.description?.replace(/\.$/, '')
  return { description: [description, `Default: ${fallback}`].filter(Boolean).join('. ') }
}

function toRequired({ required = [], properties = {} }: Shape, use: SchemaUse): Pick<Shape, 'required'> {
  const needed = use === 'form' ? required.filter((key) => properties[key]?.default === undefined) : required
  return use === 'parts' || use === 'update' || needed.length === 0 ? {} : { required: needed.map(toApiName) }
}

/** Merges a union of constants, or of a type and null, into one schema that is faster to validate and to serialize. */
function mergeUnion({ anyOf = [], ...rest }: Shape, use: SchemaUse): Shape {
  if (anyOf.every((branch) => typeof branch.const === 'string'))
    return { ...rest, type: 'string', enum: anyOf.map((branch) => branch.const) }
  const branches = anyOf.map((branch) => toApiShape(branch, use))
  const [only, ...others] = branches.filter((branch) => branch.type !== 'null')
  if (only === undefined || others.length > 0 || typeof only.type !== 'string' || branches.length === 1)
    return { ...rest, anyOf: branches }
  return { ...rest, ...only, type: [only.type, 'null'], ...(only.enum && { enum: [...only.enum, null] }) }
}
