/** Finds credentials in the settings of a monitor, and puts placeholders in their places. */
import { toWrittenReferences } from '../core/monitors/variable.ts'
import { isSecretHeader, isSecretLike, SECRET_SETTINGS } from '../core/platform/sealing/sealed-fields.ts'
import { refuseTls } from '../probers/tls-setting.ts'
import { type Conversion, type Fields, hasReference, type Item } from './conversion.ts'
import { toFields, toText } from './values.ts'

/** Moves credentials of a URL to a header with the same meaning. Targets must not contain credentials. */
export function takeCredentials<D extends { target?: string; settings: Fields }>(draft: D): D {
  const url = URL.parse(draft.target ?? '')
  if (url === null || (url.username === '' && url.password === '')) return draft
  const [user, password] = [decode(url.username), decode(url.password)]
  url.username = ''
  url.password = ''
  const headers = { Authorization: toBasic(user, password), ...toFields(draft.settings.headers) }
  return { ...draft, target: url.href, settings: { ...draft.settings, headers } }
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Formats the header value of basic authentication. Source: RFC 7617 */
export const toBasic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

/** A body or a text for a port that may contain a password. */
const MAY_CONTAIN_SECRET = /passw|token|secret|api_?key|auth|credential|login/i

/**
 * Braces that the source sends as they are do not become references to variables.
 *
 * @param key of the monitor, for the names of the secrets
 */
export function extractSecrets(conversion: Conversion, key: string, given: Fields): Fields {
  const settings = toWrittenReferences(given, {})
  const guarded: Fields = { ...settings }
  if (settings.headers !== undefined)
    guarded.headers = Object.fromEntries(
      Object.entries(toFields(settings.headers)).map(([name, value]) => [
        name,
        isSecretHeader(name) || isSecretLike(name.toLowerCase())
          ? extractHeaderSecret(conversion, key, name, value)
          : value,
      ]),
    )
  for (const [setting, fields] of Object.entries(SECRET_SETTINGS)) {
    const nested = Object.entries(toFields(settings[setting]))
    if (nested.length === 0) continue
    guarded[setting] = Object.fromEntries(
      nested.map(([name, value]) => {
        const isSecret = fields.includes(name) && typeof value === 'string' && !hasReference(value)
        return [name, isSecret ? conversion.protect([key, setting], value) : value]
      }),
    )
  }
  if (isSecretText(settings.body)) guarded.body = conversion.protect([key, 'body'], settings.body)
  const { send, ...validation } = toFields(settings.protocolValidation)
  if (isSecretText(send)) guarded.protocolValidation = { ...validation, send: conversion.protect([key, 'send'], send) }
  return guarded
}

/** A text with a reference has its secret elsewhere. */
const isSecretText = (value: unknown): value is string =>
  typeof value === 'string' && MAY_CONTAIN_SECRET.test(value) && !hasReference(value)

/** The scheme stays readable: `Bearer ${SHOP_AUTHORIZATION}`. */
function extractHeaderSecret(conversion: Conversion, key: string, name: string, value: unknown): string {
  const text = String(value)
  const [, scheme = '', credentials = text] = /^((?:Basic|Bearer|Token) +)(.+)$/is.exec(text) ?? []
  return text === '' || hasReference(text) ? text : scheme + conversion.protect([key, name], credentials)
}

/** Replaces values of parameters such as `?token=…`. */
export const extractTargetSecrets = (conversion: Conversion, key: string, target: string): string =>
  target.replace(/([?&])([^=&#]+)=([^&#]+)/g, (text, start: string, name: string, value: string) =>
    isSecretLike(name.toLowerCase()) && !hasReference(value)
      ? `${start}${name}=${conversion.protect([key, name], value)}`
      : text,
  )

/** Reads TLS options. If Watchkeeper refuses one of them, the monitor has no options, and the report gives the reason. */
export function toTls(target: string, options: Fields, item: Item): Fields | null {
  const tls = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null && value !== undefined))
  if (Object.keys(tls).length === 0) return null
  const refusal = refuseTls({ tls }, target)
  if (refusal === null) return tls
  item.note(`Its TLS options are not used: ${refusal.key} ${refusal.message}.`, 'Add them to the monitor.')
  return null
}

/**
 * Reads client credentials of OAuth 2.
 *
 * @param read finds a value by its API name
 * @returns null when a part is missing
 */
export function toOauth2(read: (name: string) => unknown, scopes: readonly string[], more: Fields = {}): Fields | null {
  const [tokenUrl, clientId, clientSecret] = ['token_url', 'client_id', 'client_secret'].map((name) =>
    toText(read(name)),
  )
  if (!tokenUrl || !clientId || !clientSecret) return null
  return { type: 'oauth2', tokenUrl, clientId, clientSecret, ...(scopes.length > 0 && { scopes }), ...more }
}

/** Reads the URL of a proxy, and moves its credentials to fields. Null, with a note, for a proxy that does not exist here. */
export function toProxy(text: string, item: Item): Fields | null {
  const url = URL.parse(text)
  const scheme = url?.protocol.replace(/^socks(?:5h?)?:$/, 'socks5:') ?? ''
  if (!url || url.host === '' || !['http:', 'https:', 'socks5:'].includes(scheme)) {
    item.note('Requests do not use the proxy: only http, https and socks5 exist here.', 'Add a proxy to the monitor.')
    return null
  }
  const [username, password] = [decode(url.username), decode(url.password)]
  return { url: `${scheme}//${url.host}`, ...(username && { username }), ...(username && password && { password }) }
}
