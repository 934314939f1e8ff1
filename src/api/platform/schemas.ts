/** Schemas shared by the resources. */
import Type, { type TObject, type TProperties } from 'typebox'
import { Nullable, Uuid } from '../../core/platform/fields/schema.ts'

export { LOWER_CASE, Name, Nullable, ONE_LINE, OneOf, Uuid } from '../../core/platform/fields/schema.ts'

/** A time as ISO 8601 text. Requests may use an offset; responses use UTC with milliseconds. */
export const IsoTime = Type.String({ format: 'date-time' })
export const NullableIsoTime = Nullable(IsoTime)

/** Unix seconds. */
export const UnixSeconds = Type.Integer({ description: 'Unix timestamp in seconds' })

export const Email = Type.String({ format: 'email', maxLength: 254 })

/** Path parameters that are all UUIDs, such as `UuidParams('id')`. */
export const UuidParams = <const N extends string>(...names: N[]) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, Uuid])) as { [K in N]: typeof Uuid })

/**
 * A request body. Unknown fields are refused by name. Values are not coerced and have no defaults, so the handler sees
 * the body as sent.
 */
export const Body = <P extends TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false })

/**
 * The body of an update, with all fields optional. Fields of the representation that are not writable are accepted and
 * ignored, so that a client may send back its last response.
 */
export const UpdateBody = <P extends TProperties>(writable: P, representation: TObject) =>
  ReturnedBody(Type.Partial(Type.Object(writable)), representation)

/** Like `UpdateBody`, but required fields stay required. */
export function ReturnedBody<T extends TObject>(writable: T, representation: TObject): T {
  const ignored = Object.keys(representation.properties).filter((name) => !(name in writable.properties))
  const readOnly = Object.fromEntries(
    ignored.map((name) => [name, Type.Optional(Type.Unknown({ description: 'Read-only; ignored in requests' }))]),
  )
  // The type contains only the writable fields, because a handler uses no others
  return Body({ ...readOnly, ...writable.properties }) as unknown as T
}
