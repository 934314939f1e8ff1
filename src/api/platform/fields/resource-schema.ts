/** Requests and responses of a resource, derived from its fields. */
import Type, { type TObject, type TProperties, type TSchema, type TUnsafe } from 'typebox'
import type { ApiFields, ProjectResource, ResourceFields } from '../../../core/platform/fields/resource.ts'
import type { UnixMs } from '../../../core/platform/time/time.ts'
import { IsoTime, UpdateBody, Uuid } from '../schemas.ts'
import { toIso } from '../times.ts'
import { MANAGED_FIELDS, toManagedFields } from './managed.ts'
import { toApiSchema } from './settings-schema.ts'

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

export function createResourceSchema<T extends TObject, Item extends Omit<ProjectResource, 'organizationId'>>(
  { schema, omitsNull, toApi }: ResourceFields<T>,
  { title, shown = {}, showMore = () => ({}), written = {}, updated = {}, omittable = [] }: SchemaOptions<Item> = {},
): ResourceSchema<Item> {
  const fields = getProperties(toApiSchema(schema, 'shown'))
  const visible = Object.entries(fields).filter(([, field]) => !('writeOnly' in field))
  const representation = Type.Object(
    {
      id: Uuid,
      project_id: Uuid,
      ...Object.fromEntries(visible.map(([name, field]) => [name, omitsNull ? toOmittable(field) : field])),
      ...shown,
      ...MANAGED_FIELDS,
      created_at: IsoTime,
      updated_at: IsoTime,
    },
    { ...(title && { title }) },
  )
  return {
    Create: addFields(toApiSchema(schema, 'form'), written, omittable),
    Update: UpdateBody({ ...getProperties(toApiSchema(schema, 'update')), ...written, ...updated }, representation),
    Shown: Type.Unsafe<ApiFields>(representation),
    show: (item, now) => ({
      id: item.id,
      project_id: item.projectId,
      ...toApi(item as never),
      ...showMore(item, now),
      ...toManagedFields(item),
      created_at: toIso(item.createdAt),
      updated_at: toIso(item.updatedAt),
    }),
  }
}

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
