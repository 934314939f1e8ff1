/**
 * References to variables in the texts of settings: header values, request bodies, values of assertions, and the data
 * that a TCP check sends.
 *
 * `{{name}}` is a reference; spaces inside the braces are allowed. After a backslash it is literal text. Two backslashes
 * before it are one backslash. Other braces are literal text.
 *
 * Settings have three forms. The written form contains names. The stored form contains ids and no backslashes, so a
 * renamed variable keeps its uses; ids of other variables are literal text. The resolved form contains values.
 */
import type { Assertion, AssertionValue } from './assertions/assertion.ts'
import { VARIABLE_NAME, type Variable } from './variable.ts'

type Settings = Record<string, unknown>

/** Names of variables by id, in the order of their ids. */
export type VariableNames = Readonly<Record<string, string>>

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** Captures the backslashes in front, the spaces before, the word and the spaces after. */
const toPattern = (word: string): RegExp => new RegExp(`(?<!\\\\)(\\\\*)\\{\\{([ \\t]*)(${word})([ \\t]*)\\}\\}`, 'g')

const WRITTEN = toPattern(VARIABLE_NAME)
const STORED = toPattern(`${ID}|${VARIABLE_NAME}`)

/**
 * Finds the variables that written settings refer to.
 *
 * @returns the path of a setting with a reference, by name
 */
export function findReferences(settings: Settings): Map<string, string> {
  const paths = new Map<string, string>()
  mapTexts(settings, (text, path) =>
    replaceReferences(text, (token, name) => {
      paths.set(name, path)
      return token
    }),
  )
  return paths
}

const ONLY_REFERENCE = new RegExp(`^(?:(?:Basic|Bearer|Token) )?\\{\\{[ \\t]*${VARIABLE_NAME}[ \\t]*\\}\\}$`, 'i')

/** Whether a header value is a reference, with or without an authentication scheme: it then contains no secret itself. */
export const isOnlyReference = (value: string): boolean => ONLY_REFERENCE.test(value)

/** Settings of a check, with values in place of references. */
export interface ResolvedSettings {
  settings: Settings
  /** Values that the results of the check must not contain. */
  secrets: string[]
}

/**
 * Resolves written settings for a check.
 *
 * @param variables by name
 * @returns null when a value is missing
 */
export function resolveForCheck(
  settings: Settings,
  variables: ReadonlyMap<string, Pick<Variable, 'value' | 'isSecret'>>,
): ResolvedSettings | null {
  const used = [...findReferences(settings).keys()].map((name) => [name, variables.get(name)] as const)
  const values = new Map<string, string>()
  for (const [name, variable] of used) {
    if (typeof variable?.value !== 'string') return null
    values.set(name, variable.value)
  }
  const secrets = used.flatMap(([, variable]) => (variable!.isSecret ? [variable!.value!] : []))
  return { settings: resolveReferences(settings, values), secrets }
}

/** Replaces the references of written settings by values; an unknown name is literal text. */
export const resolveReferences = (settings: Settings, values: ReadonlyMap<string, string>): Settings =>
  mapTexts(settings, (text) => resolveText(text, values))

const resolveText = (text: string, values: ReadonlyMap<string, string>): string =>
  replaceReferences(text, (token, name) => values.get(name) ?? token)

/**
 * Converts written settings to stored ones. An unknown name becomes literal text.
 *
 * @param ids by name
 * @returns also the variables that the settings refer to
 */
export function toStoredReferences(
  settings: Settings,
  ids: ReadonlyMap<string, string>,
): { settings: Settings; names: VariableNames } {
  const used: [id: string, name: string][] = []
  const stored = mapTexts(settings, (text) =>
    replaceReferences(text, (token, name) => {
      const id = ids.get(name)
      if (id === undefined) return token
      used.push([id, name])
      return token.replace(name, id)
    }),
  )
  return { settings: stored, names: Object.fromEntries(used.sort(([a], [b]) => (a < b ? -1 : 1))) }
}

/** Converts stored settings to written ones. */
export const toWrittenReferences = (settings: Settings, names: VariableNames): Settings =>
  mapTexts(settings, (text) =>
    text.replace(STORED, (token, slashes: string, before: string, word: string, after: string) => {
      if (!word.includes('-')) return `${slashes}\\${token}`
      return names[word] === undefined ? token : `${slashes}${slashes}{{${before}${names[word]}${after}}}`
    }),
  )

/**
 * Renames variables in written settings. All renames happen at once, so two names can be swapped.
 *
 * @param names new names by old name
 */
export const renameReferences = (settings: Settings, names: ReadonlyMap<string, string>): Settings =>
  mapTexts(settings, (text) =>
    text.replace(WRITTEN, (token, slashes: string, before: string, name: string, after: string) =>
      slashes.length % 2 === 1 ? token : `${slashes}{{${before}${names.get(name) ?? name}${after}}}`,
    ),
  )

/** @param replace receives a reference with its braces, and the name in it */
function replaceReferences(text: string, replace: (token: string, name: string) => string): string {
  return text.replace(WRITTEN, (_, slashes: string, before: string, name: string, after: string) => {
    const token = `{{${before}${name}${after}}}`
    const isLiteral = slashes.length % 2 === 1
    return slashes.slice(0, slashes.length >> 1) + (isLiteral ? token : replace(token, name))
  })
}

/** Returns the same object when no text contains braces, as in most monitors. */
function mapTexts(settings: Settings, change: (text: string, path: string) => string): Settings {
  const { headers, body, assertions, protocolValidation } = settings as {
    headers?: Record<string, string>
    assertions?: readonly Assertion[]
    body?: string | null
    protocolValidation?: { send?: string }
  }
  const changed: Settings = {}
  if (headers && Object.values(headers).some(hasBraces))
    changed.headers = mapValues(headers, (value, name) => change(value, `headers.${name}`))
  if (body && hasBraces(body)) changed.body = change(body, 'body')
  if (assertions?.some(hasBracesIn))
    changed.assertions = assertions.map((one, index) => mapAssertion(one, `assertions.${index}`, change))
  if (protocolValidation?.send && hasBraces(protocolValidation.send))
    changed.protocolValidation = {
      ...protocolValidation,
      send: change(protocolValidation.send, 'protocolValidation.send'),
    }
  return Object.keys(changed).length === 0 ? settings : { ...settings, ...changed }
}

const hasBracesIn = ({ value, values = [] }: Assertion): boolean => [value, ...values].some(hasBraces)

function mapAssertion(
  { value, values, ...rest }: Assertion,
  path: string,
  change: (text: string, path: string) => string,
): Assertion {
  const mapValue = (one: AssertionValue, at: string) => (hasBraces(one) ? change(one as string, at) : one)
  return {
    ...rest,
    ...(value !== undefined && { value: mapValue(value, `${path}.value`) }),
    ...(values && { values: values.map((one, index) => mapValue(one, `${path}.values.${index}`)) }),
  }
}

const mapValues = (texts: Record<string, string>, change: (text: string, name: string) => string) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, hasBraces(text) ? change(text, name) : text]))

/** Settings that were not validated yet may contain other values. */
const hasBraces = (text: unknown): boolean => typeof text === 'string' && text.includes('{{')
