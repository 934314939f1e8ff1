/** Schemas of values that many resources have. */
import Type, { type Static, type TSchema } from 'typebox'
import type { UnixMs } from '../time/time.ts'

/** Marks a text that the validator converts to lower case. */
export const LOWER_CASE = 'x-lower-case'

/** Marks a text in which the validator replaces line breaks by spaces. */
export const ONE_LINE = 'x-one-line'

/** Names the collection of a configuration document whose resources the ids of a field identify. */
export const REFERS_TO = 'x-refers-to'

/** Marks an object that an update replaces as a whole, as it does lists. */
export const WHOLE = 'x-whole'

/** Marks a list from which the program drops duplicates. */
export const DISTINCT = 'x-distinct'

/** An enum of strings. It has a `type`, so that serializing it costs nothing. */
export const OneOf = <const T extends readonly string[]>(values: T, options: object = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options })

/** The schema or null, as one schema with two types, because a union would be slow to serialize. */
export function Nullable<T extends TSchema>(schema: T, options: object = {}) {
  const { type, enum: values, ...rest } = schema as { type?: string; enum?: unknown[] }
  return Type.Unsafe<Static<T> | null>({
    ...rest,
    type: [type, 'null'],
    ...(values && { enum: [...values, null] }),
    ...options,
  })
}

/** Any UUID text; the handler receives it in lower case, as IDs are stored. */
export const Uuid = Type.String({ format: 'uuid', [LOWER_CASE]: true })

/** A display name in one line; not blank. */
export const Name = (maxLength: number, options: object = {}) =>
  Type.String({ minLength: 1, maxLength, pattern: '\\S', [ONE_LINE]: true, ...options })

/** A text that explains a resource. */
export const Description = (options: object = {}) => Type.String({ maxLength: 500, default: '', ...options })

/** The IANA name of a time zone. */
export const Timezone = (options: object = {}) =>
  Type.String({ maxLength: 64, description: 'IANA time zone', examples: ['Europe/Berlin'], ...options })

/** A time: Unix ms inside, and ISO 8601 text in the API. */
export const Time = (options: object = {}) => Type.Unsafe<UnixMs>({ type: 'string', format: 'date-time', ...options })

/** Ids of resources without duplicates. In a configuration document they are keys. */
export const References = (collection: string, options: object = {}) =>
  Type.Array(Uuid, { [REFERS_TO]: collection, [DISTINCT]: true, ...options })

/** The id of a resource, or null. In a configuration document it is a key. */
export const Reference = (collection: string, options: object = {}) =>
  Nullable(Uuid, { [REFERS_TO]: collection, default: null, ...options })
