/**
 * Requests and responses of a resource, derived from its fields.
 *
 * Derives API schemas from schemas with the names of the program. A prober and a resource describe their fields once,
 * in camelCase. The schemas of requests, responses and forms are derived from that description.
 */
import Type, { type TObject, type TProperties, type TSchema, type TUnsafe } from 'typebox'
import type { ApiFields, Managed, ResourceFields } from '../../../core/platform/fields/resource.ts'
import { WHOLE } from '../../../core/platform/fields/schema.ts'
import { createTranslator, type Shape, toApiName } from '../../../core/platform/fields/translate.ts'
import type { UnixMs } from '../../../core/platform/time/time.ts'
import { UpdateBody, Uuid } from '../schemas.ts'

export interface ResourceSchema<Item> {
  /** Body that creates a resource. */
  Create: TObject
  /** Body that updates a resource. */
  Update: TObject
  /** Representation. The compiler does not know its fields, because they are derived. */
  Shown: TUnsafe<ApiFields>
  /** @param now Unix ms */
  show(item: Item, now: UnixMs): ApiFields
}

interface SchemaOptions<Item> {
  /** Title of the representation in the API document. */
  title?: string
  /** Further fields of the representation. They replace fields of the same name. */
  shown?: TProperties
  showMore?: (item: Item, now: UnixMs) => ApiFields
  /** Further fields of requests, all optional. */
  written?: TProperties
  /** Further fields of updates. */
  updated?: TProperties
  /** Required fields that a create request may omit, because they follow from others. */
  omittable?: readonly string[]
}

export function createResourceSchema<T extends TObject, Item extends Managed & { id: string; projectId?: string }>(
  resource: ResourceFields<T>,
  { title, shown = {}, showMore = () => ({}), written = {}, updated = {}, omittable = [] }: SchemaOptions<Item> = {},
): ResourceSchema<Item> {
  const { schema, owner, readOnly, createOnly, updateOnly, omitsNull } = resource
  const isOfProject = owner === 'project'
  const fields = getProperties(toApiSchema(schema, 'shown'))
  const visible = Object.entries(fields).filter(([, field]) => !('writeOnly' in field))
  const representation = Type.Object(
    {
      id: Uuid,
      ...(isOfProject && { project_id: Uuid }),
      ...Object.fromEntries(visible.map(([name, field]) => [name, omitsNull ? toOmittable(field) : field])),
      ...(isOfProject && MANAGED_FIELDS),
      ...getProperties(toApiSchema(readOnly, 'shown')),
      ...shown,
    },
    { ...(title && { title }) },
  )
  const created = toApiSchema(Type.Omit(schema, updateOnly), 'form')
  const changed = getProperties(toApiSchema(Type.Omit(schema, createOnly), 'update'))
  return {
    Create: addFields(created, written, omittable),
    Update: UpdateBody({ ...changed, ...written, ...updated }, representation),
    Shown: Type.Unsafe<ApiFields>(representation),
    show: (item, now) => ({ ...showResource(resource, item), ...showMore(item, now) }),
  }
}

/** Returns the representation of a resource by its fields. */
export const showResource = <T extends TObject, Item extends Managed & { id: string; projectId?: string }>(
  { owner, toApi }: ResourceFields<T>,
  item: Item,
): ApiFields => ({
  id: item.id,
  ...(owner === 'project' && { project_id: item.projectId }),
  ...toApi(item as never),
  ...toManagedFields(item),
})

const getProperties = (schema: TSchema): TProperties => (schema as unknown as TObject).properties

/** Adds optional fields to a body, and makes some of its fields optional. */
function addFields(body: TSchema, more: TProperties, optional: readonly string[]): TObject {
  const { properties, required, ...rest } = body as TSchema & TObject
  const needed = (required as string[]).filter((name) => !optional.includes(name))
  return { ...rest, properties: { ...properties, ...more }, required: needed } as TSchema as TObject
}

/** A field that a representation omits when it is null. */
function toOmittable(schema: TSchema): TSchema {
  const { type, ...rest } = schema as TSchema & { type?: unknown }
  const types = Array.isArray(type) ? type.filter((one) => one !== 'null') : []
  return Array.isArray(type) && types.length < type.length
    ? Type.Optional(Type.Unsafe({ ...rest, type: types[0] }))
    : schema
}

/**
 * - `parts`: an update of settings, which is merged key by key, or their representation. Settings stored by an older
 *   version may lack a key. There are no defaults, so that an omitted field stays recognizable.
 * - `whole`: an entry of a list of settings, which is replaced as a whole.
 * - `form`: a creation. Mandatory fields without a default are required.
 * - `update`: an update of a resource.
 * - `shown`: the representation of a resource.
 */
type SchemaUse = 'parts' | 'whole' | 'form' | 'update' | 'shown'

/** Use of the entries of lists, and of other values that an update replaces as a whole. */
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
      Object.entries(shape.properties).map(([key, inner]) => [
        toApiName(key),
        toApiShape(inner, inner[WHOLE] ? ENTRY_USES[use] : use),
      ]),
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

/** Absent for all other resources. Only applying a document sets them; a released resource keeps its key. */
export const MANAGED_FIELDS = {
  external_key: Type.Optional(
    Type.String({ description: 'Key of the resource in its configuration document', examples: ['checkout'] }),
  ),
  managed_by: Type.Optional(
    Type.String({
      description: 'Source of the configuration document. The next apply overwrites changes from elsewhere',
      examples: ['shop-repository'],
    }),
  ),
}

export const toManagedFields = ({ origin }: Managed) =>
  origin && { external_key: origin.key, ...(origin.source !== null && { managed_by: origin.source }) }
