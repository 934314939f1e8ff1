/**
 * The draft of a form and the request body built from it. A draft is a tree like the body, but its leaves hold the text
 * as typed. A number may be incomplete, and a map is a list of its lines.
 */
import { type FieldModel, isUsed, type ObjectModel, type WordsModel } from './model.ts'

export type Draft = unknown
export type MapEntries = readonly (readonly [name: string, value: string])[]

/** Placeholder of the API for a secret value. Sent back, it keeps the stored secret. */
export const MASK = '********'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @param value as the API returns it; undefined for a value never set */
export function toDraft(field: FieldModel, value: unknown): Draft {
  const given = value === undefined ? field.fallback : value
  switch (field.kind) {
    case 'object':
      if (field.isNullable && !isObject(given)) return null
      return Object.fromEntries(
        field.fields.map((inner) => [inner.name, toDraft(inner, isObject(given) ? given[inner.name] : undefined)]),
      )
    case 'list':
      return padItems(field.minItems, Array.isArray(given) ? given : []).map((item) => toDraft(field.item, item))
    case 'map':
      return isObject(given) ? Object.entries(given).map(([name, text]) => [name, String(text)]) : []
    case 'words':
      return Array.isArray(given) ? given.map(String) : []
    case 'references':
      return Array.isArray(given) ? given : undefined
    case 'boolean':
      return given === true
    case 'fixed':
      return field.value
    case 'json':
      return given === undefined ? '' : JSON.stringify(given, null, 2)
    case 'number':
      return typeof given === 'number' ? given : ''
    case 'reference':
      return typeof given === 'string' ? given : null
    default:
      return given === undefined || given === null ? '' : String(given)
  }
}

/** Adds empty entries to a list until it has its minimum length. */
const padItems = (least: number, items: readonly unknown[]): readonly unknown[] =>
  items.length >= least ? items : [...items, ...Array.from({ length: least - items.length }, () => undefined)]

/** @returns the value to send; undefined to leave the field out */
export function toBody(field: FieldModel, draft: Draft): unknown {
  switch (field.kind) {
    case 'object':
      if (!isObject(draft)) return field.isNullable ? null : undefined
      return toObjectBody(field, draft)
    case 'list':
      return (draft as Draft[]).map((item) => toBody(field.item, item))
    case 'map':
      return Object.fromEntries(
        (draft as MapEntries).filter(([name]) => name.trim() !== '').map(([name, text]) => [name.trim(), text]),
      )
    case 'words':
      return isLeftOut(field, draft as string[])
        ? undefined
        : toWordsBody(field.entry.kind === 'number', field.isNullable, draft as string[])
    case 'number':
      return typeof draft === 'string' ? (draft.trim() === '' ? toEmptyValue(field) : parseNumber(draft)) : draft
    case 'choice':
      return draft === ''
        ? toEmptyValue(field)
        : (field.options.find(({ value }) => String(value) === draft)?.value ?? draft)
    case 'text':
      if (draft === '') return toEmptyValue(field)
      return field.format === 'url' ? toUrl(draft as string) : draft
    case 'json':
      return parseJson(draft as string)
    case 'reference':
      return draft === null ? toEmptyValue(field) : draft
    default:
      return draft
  }
}

function toObjectBody({ fields }: ObjectModel, draft: Record<string, Draft>): Record<string, unknown> {
  const entries = fields
    .filter((field) => isUsed(field, draft))
    .map((field) => [field.name, toBody(field, draft[field.name])] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** Adds a scheme to a URL without one: `https://` to `example.com`, `http://` to `nas:5000`. */
export function toUrl(text: string): string {
  const url = text.trim()
  if (url === '' || /^(mailto:|[a-z][a-z0-9+.-]*:\/\/)/i.test(url)) return url
  const { hostname, port } = URL.parse(`https://${url}`) ?? { hostname: url, port: '' }
  return `${isUsuallyPlain(hostname) || !TLS_PORTS.has(port) ? 'http' : 'https'}://${url}`
}

/** Ports whose servers usually require TLS. The standard port is empty. */
const TLS_PORTS: ReadonlySet<string> = new Set(['', '8443', '9443'])

/** Names of one machine or a local network. Source: RFC 6762, RFC 8375, and the reserved name `internal` */
const LOCAL_NAME = /^[^.[]*$|\.(?:localhost|local|lan|home|internal|home\.arpa)$/i

/** Addresses of private networks and of the machine itself. Source: RFC 1918, RFC 3927, RFC 4193, RFC 4291, RFC 6598 */
const LOCAL_ADDRESS =
  /^(?:127|10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.[\d.]+$|^\[(?:::1\]|f[cd]|fe[89ab])/i

/** Whether a server in such a place rarely has a certificate. */
const isUsuallyPlain = (hostname: string): boolean => LOCAL_ADDRESS.test(hostname) || LOCAL_NAME.test(hostname)

/** Returns a text whose lines end with CR LF, as the commands of most protocols do. A browser only enters LF. */
export const toCrlf = (text: string): string => text.replace(/\r?\n/g, '\r\n')

/** Returns a text as a browser shows it in a field of several lines. */
export const toLf = (text: string): string => text.replaceAll('\r\n', '\n')

/** Returns the value that clears an optional field; undefined leaves the field out. */
function toEmptyValue(field: FieldModel): null | '' | undefined {
  if (field.isNullable) return null
  const mayBeEmpty = field.kind === 'text' && field.minLength === 0 && ['line', 'lines', 'crlf'].includes(field.format)
  return mayBeEmpty && !field.isRequired ? '' : undefined
}

/** Whether an empty list is no value: it must have entries if it is sent. */
export const isLeftOut = (field: WordsModel, words: readonly string[]): boolean =>
  words.length === 0 && field.minItems > 0 && !field.isRequired && !field.isNullable

function toWordsBody(areNumbers: boolean, isNullable: boolean, words: readonly string[]): unknown {
  if (words.length === 0 && isNullable) return null
  return areNumbers ? words.map((word) => parseNumber(word)) : words
}

/** Text that is not a number is sent unchanged, so that the check and the server report it. */
export function parseNumber(text: string): number | string {
  const number = Number(text.trim().replace(',', '.'))
  return text.trim() === '' || Number.isNaN(number) ? text : number
}

function parseJson(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/**
 * Finds changed values. Objects are compared key by key, since the API merges them. All other values are sent whole,
 * and so are objects that may be null.
 */
function findChanges(field: ObjectModel, before: unknown, after: unknown): Record<string, unknown> {
  const [old, now] = [isObject(before) ? before : {}, isObject(after) ? after : {}]
  const changes: Record<string, unknown> = {}
  for (const inner of field.fields) {
    const value = now[inner.name]
    if (value === undefined || isSame(old[inner.name], value)) continue
    const isPartly = inner.kind === 'object' && !inner.isNullable && isObject(value) && isObject(old[inner.name])
    changes[inner.name] = isPartly ? findChanges(inner, old[inner.name], value) : value
  }
  return changes
}

/** Body of a creation: required values and values that differ from the defaults. */
export function toCreateBody(model: ObjectModel, draft: Draft): Record<string, unknown> {
  const body = toBody(model, draft) as Record<string, unknown>
  const untouched = toBody(model, toDraft(model, undefined))
  const required = model.fields.filter(({ name, isRequired }) => isRequired && body[name] !== undefined)
  return {
    ...Object.fromEntries(required.map(({ name }) => [name, body[name]])),
    ...findChanges(model, untouched, body),
  }
}

/** Body of an update: changed values, without fields that are fixed after creation. */
export function toUpdateBody(model: ObjectModel, before: Draft, draft: Draft): Record<string, unknown> {
  const changes = findChanges(model, toBody(model, before), toBody(model, draft))
  for (const { name, isFixed } of model.fields) if (isFixed) delete changes[name]
  return changes
}

export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => isSame(item, b[index]))
  if (!isObject(a) || !isObject(b)) return false
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...keys].every((key) => isSame(a[key], b[key]))
}

export type Path = readonly (string | number)[]

export function getValueAt(draft: Draft, [step, ...rest]: Path): Draft {
  if (step === undefined) return draft
  return isObject(draft) || Array.isArray(draft)
    ? getValueAt((draft as Record<string | number, Draft>)[step], rest)
    : undefined
}

/** Returns the tree with one value replaced; all other branches stay the same objects. */
export function withValueAt(draft: Draft, [step, ...rest]: Path, value: Draft): Draft {
  if (step === undefined) return value
  if (Array.isArray(draft)) return draft.map((item, index) => (index === step ? withValueAt(item, rest, value) : item))
  const object = isObject(draft) ? draft : {}
  return { ...object, [step]: withValueAt(object[step], rest, value) }
}
