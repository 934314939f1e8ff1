/**
 * Variables of a project: values that the settings of its monitors refer to by name.
 *
 * References to variables in the texts of settings: header values, request bodies, credentials, certificates, values of
 * assertions, and the data that a TCP check sends.
 *
 * `{{name}}` is a reference; spaces inside the braces are allowed. After a backslash it is literal text. Two
 * backslashes before it are one backslash. Other braces are literal text.
 *
 * Settings have three forms. The written form contains names. The stored form contains ids and no backslashes, so a
 * renamed variable keeps its uses; ids of other variables are literal text. The resolved form contains values.
 */
import Type, { type Static } from 'typebox'
import type { Issue } from '../platform/errors.ts'
import { describeResource, type ProjectResource } from '../platform/fields/resource.ts'
import { Description } from '../platform/fields/schema.ts'
import { toApiName } from '../platform/fields/translate.ts'
import { TEXT_SETTINGS } from '../platform/secret-settings.ts'
import { DESCRIPTION_KEY } from '../platform/validation/schema-words.ts'
import type { Assertion, AssertionValue } from './assertions/assertion.ts'

const VARIABLE_NAME = '[a-zA-Z_][a-zA-Z0-9_]{0,63}'

/** Maximum number of variables of a project. */
export const MAX_VARIABLES = 200

/** As long as the value of a header, the shortest limit of the settings that use variables. */
const MAX_VALUE_LENGTH = 4096

export const VARIABLE = describeResource(
  'variable',
  Type.Object({
    name: Type.String({
      pattern: `^${VARIABLE_NAME}$`,
      [DESCRIPTION_KEY]: 'a name of at most 64 letters, digits and underscores that does not begin with a digit',
      maxLength: 64,
      description:
        'Unique in the project. Letters, digits and underscores. Monitors keep their references to a renamed variable',
      examples: ['api_token'],
    }),
    value: Type.String({
      minLength: 1,
      maxLength: MAX_VALUE_LENGTH,
      writeOnly: true,
      description: 'Replaces the references as it is, without quoting',
      examples: ['eu-1'],
    }),
    isSecret: Type.Boolean({
      default: false,
      description:
        'Stored encrypted, never shown again, and masked where a target repeats it. A secret has at least 4 characters',
    }),
    description: Description(),
  }),
  { secrets: ['value'] },
)
export type VariableDraft = Static<typeof VARIABLE.schema>

export type Variable = Omit<VariableDraft, 'value'> &
  Omit<ProjectResource, 'organizationId'> & {
    /** Null when no key of this service opens it. */
    value: string | null
  }

/** A shorter secret would occur in unrelated text, so it could not be masked in responses of targets. */
const MIN_SECRET_LENGTH = 4

/** Returns values by name; a value that no key opens is left out. */
export const toVariableValues = (variables: Iterable<Variable>): Map<string, string> =>
  new Map([...variables].flatMap(({ name, value }) => (value === null ? [] : [[name, value] as const])))

/**
 * Returns why a variable cannot have this value.
 *
 * @param before null at creation
 */
export function findValueIssue(before: Variable | null, after: Variable): Issue | null {
  const refuse = (message: string): Issue => ({ field: 'value', message })
  if (before?.isSecret && !after.isSecret && after.value === before.value)
    return refuse('is required when a secret becomes readable')
  if (after.isSecret && after.value !== null && after.value.length < MIN_SECRET_LENGTH)
    return refuse(`must have at least ${MIN_SECRET_LENGTH} characters to be masked in the responses of targets`)
  return null
}

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
  for (const setting in TEXT_SETTINGS) {
    const nested = settings[setting] as Record<string, string> | null | undefined
    const texts = nested ? TEXT_SETTINGS[setting]!.filter((name) => hasBraces(nested[name])) : []
    if (texts.length > 0)
      changed[setting] = {
        ...nested,
        ...Object.fromEntries(texts.map((name) => [name, change(nested![name]!, `${setting}.${toApiName(name)}`)])),
      }
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
