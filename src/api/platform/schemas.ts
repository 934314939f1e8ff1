/** Schemas that the resources share. */
import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox'

/** Marks a text that the validator turns to lower case. */
export const LOWER_CASE = 'x-lower-case'

/** One of a list of words. Carries its type, so that serializing it costs nothing. */
export const OneOf = <const T extends readonly string[]>(values: T, options: object = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options })

/** The schema or null, as one schema with two types: a union would be slow to serialize. */
export function Nullable<T extends TSchema>(schema: T) {
  const { type, enum: values, ...rest } = schema as { type?: string; enum?: unknown[] }
  return Type.Unsafe<Static<T> | null>({ ...rest, type: [type, 'null'], ...(values && { enum: [...values, null] }) })
}

/** Any UUID text; it reaches the handler in lower case, as ids are stored. */
export const Uuid = Type.String({ format: 'uuid', [LOWER_CASE]: true })

/** A time as text, ISO 8601. On the way in an offset is taken too; on the way out it is UTC with milliseconds. */
export const IsoTime = Type.String({ format: 'date-time' })
export const NullableIsoTime = Nullable(IsoTime)

/** Unix seconds. */
export const UnixSeconds = Type.Integer({ description: 'Unix timestamp in seconds' })

/** A name that people read: not blank. */
export const Name = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' })

export const Email = Type.String({ format: 'email', maxLength: 254 })

/** Path parameters that are all UUIDs: `UuidParams('id')`. */
export const UuidParams = <const N extends string>(...names: N[]) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, Uuid])) as { [K in N]: typeof Uuid })

/**
 * A request body. A field that it does not list is refused by name; nothing in it is coerced or defaulted, so the
 * handler sees what was sent.
 */
export const Body = <P extends TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false })

/**
 * The body of an update: every field optional, at least nothing required. Fields of the representation that are not
 * writable are taken and ignored, so that a client may send back what it read.
 */
export function UpdateBody<P extends TProperties>(writable: P, representation: TObject) {
  const optional = Type.Partial(Type.Object(writable))
  const ignored = Object.keys(representation.properties).filter((name) => !(name in writable))
  const readOnly = Object.fromEntries(
    ignored.map((name) => [name, Type.Optional(Type.Unknown({ description: 'Read-only; ignored in requests' }))]),
  )
  // The handler is to see the writable fields alone, so only they are in the type
  return Body({ ...readOnly, ...optional.properties }) as unknown as typeof optional
}
