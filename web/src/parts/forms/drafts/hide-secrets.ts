/** Removes secrets from the draft of a schema form before the browser stores it. Pure. */
import { type Draft, MASK, type MapEntries } from '../schema-form/draft.ts'
import type { FieldModel } from '../schema-form/model.ts'

/** Header names and texts that contain secrets. */
const SECRET_WORD = /auth|cookie|token|secret|api-?_?key|session|passw|credential|signature/i

/** A URL with a password, or with a parameter that looks like one. */
const SECRET_URL =
  /:\/\/[^/?#]*:[^/?#]*@|[?&][^=&#]*(token|secret|api-?_?key|passw|auth|credential|signature)[^=&#]*=./i

/** @param before the values at the start, which replace secrets */
export function hideSecrets(field: FieldModel, before: Draft, draft: Draft): Draft {
  if (field.kind === 'object' && isObject(draft))
    return Object.fromEntries(
      field.fields.map((inner) => [
        inner.name,
        hideSecrets(inner, isObject(before) ? before[inner.name] : undefined, draft[inner.name]),
      ]),
    )
  if (field.kind === 'list' && Array.isArray(draft))
    return draft.map((item, index) => hideSecrets(field.item, Array.isArray(before) ? before[index] : undefined, item))
  if (field.kind === 'map')
    return (draft as MapEntries).map(([name, value]) => [name, SECRET_WORD.test(name) && value !== MASK ? '' : value])
  if (field.kind === 'text' && typeof draft === 'string' && isSecret(field.name, field.format, draft))
    return typeof before === 'string' ? before : ''
  return draft
}

const isObject = (value: unknown): value is Record<string, Draft> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A request body may contain a password, a description only mentions one. A key may be pasted into any field. */
const isSecret = (name: string, format: string, text: string): boolean =>
  format.startsWith('secret') ||
  text.includes('PRIVATE KEY-----') ||
  SECRET_URL.test(text) ||
  (name === 'body' && SECRET_WORD.test(text))
