/**
 * Secret texts in the settings of monitors: secret headers, and secret fields of nested settings. They are masked where
 * settings are shown, and a client may send a mask back to leave the value unchanged.
 */
import { toApiName } from './fields/translate.ts'
import {
  type Headers,
  hideSecretHeaders,
  isSecretHeader,
  MASK,
  restoreHeaders,
  SECRET_SETTINGS,
} from './sealing/sealed-fields.ts'

type Settings = Record<string, unknown>
type Texts = Record<string, string>

/** Fields of nested settings whose texts may refer to variables. */
export const TEXT_SETTINGS: Readonly<Record<string, readonly string[]>> = {
  authentication: ['username', 'password', 'token', 'clientId', 'clientSecret'],
  proxy: ['username', 'password'],
  tls: ['clientCertificate', 'clientKey', 'ca'],
}

/** @param isShown whether a value contains no secret, such as a reference to a variable */
export function hideSecretSetting(setting: string, value: unknown, isShown: (text: string) => boolean): unknown {
  if (setting === 'headers') return hideSecretHeaders(value as Headers, isShown)
  const hidden = listTexts(setting, value).filter(([, text]) => !isShown(text))
  return hidden.length === 0
    ? value
    : { ...(value as Settings), ...Object.fromEntries(hidden.map(([name]) => [name, MASK])) }
}

/**
 * Replaces the masks of a patch by the stored values.
 *
 * @param stored null at creation
 * @returns the paths in API names whose mask has no stored value
 */
export function restoreSecretSettings(patch: Settings, stored: Settings | null): string[] {
  const unknown: string[] = []
  if (patch.headers) {
    const restored = restoreHeaders(patch.headers as Headers, (stored?.headers ?? null) as Headers | null)
    patch.headers = restored.headers
    unknown.push(...restored.unknown.map((name) => `headers.${name}`))
  }
  for (const setting of NESTED_SETTINGS) {
    const known = (stored?.[setting] ?? {}) as Texts
    for (const [name] of listTexts(setting, patch[setting]).filter(([, text]) => text === MASK)) {
      if (known[name] === undefined) unknown.push(`${toApiName(setting)}.${toApiName(name)}`)
      patch[setting] = { ...(patch[setting] as Texts), [name]: known[name] ?? MASK }
    }
  }
  return unknown
}

const NESTED_SETTINGS = Object.keys(SECRET_SETTINGS)

/** A shorter secret would match unrelated text. */
const MIN_SECRET_LENGTH = 4

/** Lists the secrets of the nested settings. Secret headers are found by the names of the headers. */
export const listSettingSecrets = (settings: Settings): string[] =>
  NESTED_SETTINGS.filter((setting) => settings[setting] != null)
    .flatMap((setting) => [
      ...listTexts(setting, settings[setting]).map(([, text]) => text),
      ...listCredentials(settings[setting] as Texts),
    ])
    .filter(({ length }) => length >= MIN_SECRET_LENGTH)

/** Lists the credentials of settings in the form of basic authentication, in which a target or a proxy may repeat them. */
const listCredentials = ({ username, password, clientId, clientSecret }: Texts): string[] => [
  ...(username && password ? [encodeBasic(username, password)] : []),
  ...(clientId && clientSecret ? [encodeBasic(...encodeClient(clientId, clientSecret))] : []),
]

/** Encodes the credentials of basic authentication. Source: RFC 7617 */
export const encodeBasic = (user: string, password: string): string =>
  Buffer.from(`${user}:${password}`).toString('base64')

/** Encodes the credentials of a client of OAuth 2, for basic authentication. Source: RFC 6749, section 2.3.1 */
export const encodeClient = (id: string, secret: string): [id: string, secret: string] => [
  encodeForm(id),
  encodeForm(secret),
]

const encodeForm = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1)

const listTexts = (setting: string, value: unknown): [name: string, text: string][] =>
  (SECRET_SETTINGS[setting] ?? []).flatMap((name) => {
    const text = (value as Settings | null | undefined)?.[name]
    return typeof text === 'string' && text !== '' ? [[name, text]] : []
  })

/** Names of the secret fields in API names: `authentication.client_secret`. */
export const SECRET_PATHS: ReadonlySet<string> = new Set(
  Object.entries(SECRET_SETTINGS).flatMap(([setting, names]) =>
    names.map((name) => `${toApiName(setting)}.${toApiName(name)}`),
  ),
)

/**
 * Finds the stored value of a mask in a configuration document.
 *
 * @param group `headers`, or a nested setting
 * @param name of the header, or API name of the field
 * @returns the mask without a stored value
 */
export function findMasked(stored: Settings, group: string, name: string): string {
  const isName = (key: string): boolean =>
    group === 'headers' ? key.toLowerCase() === name.toLowerCase() : toApiName(key) === name
  const [, value] = Object.entries((stored[group] ?? {}) as Texts).find(([key]) => isName(key)) ?? []
  return value ?? MASK
}

/**
 * Replaces the masks in a config object with API names.
 *
 * @param replace returns undefined to leave the field out
 */
export function replaceMasks(
  config: Settings,
  replace: (group: string, name: string) => unknown,
): { config: Settings; hasMasks: boolean } {
  let hasMasks = false
  const groups = ['headers', ...Object.keys(SECRET_SETTINGS).map(toApiName)].flatMap((group) => {
    if (typeof config[group] !== 'object' || config[group] === null) return []
    const entries = Object.entries(config[group] as Settings).map(([name, value]) => {
      const isSecret = group === 'headers' ? isSecretHeader(name) : SECRET_PATHS.has(`${group}.${name}`)
      if (value !== MASK || !isSecret) return [name, value] as const
      hasMasks = true
      return [name, replace(group, name)] as const
    })
    return [[group, Object.fromEntries(entries.filter(([, value]) => value !== undefined))]]
  })
  return { config: { ...config, ...Object.fromEntries(groups) }, hasMasks }
}
