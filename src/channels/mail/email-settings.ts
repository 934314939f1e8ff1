/** Mail server of the installation, as an admin enters it in the dashboard. */
import type { Issue } from '../../core/platform/errors.ts'
import type { Fields } from '../../core/platform/sealing/sealed-fields.ts'
import { refuseHostSyntax } from '../../net/connection/host.ts'
import type { MailerOptions } from '../mailer.ts'
import { getSmtpHost, getSmtpPort, isSender, SENDER_WORDS } from './mail-address.ts'
import type { MailSettingNames } from './mail-setting-names.ts'

/**
 * `tls`: from the start. `starttls`: always, on a connection that starts without TLS. `auto`: STARTTLS if the server
 * offers it, and always before a password. `none`: never.
 */
export const ENCRYPTIONS = ['starttls', 'tls', 'auto', 'none'] as const

export interface EmailSettings {
  host: string
  port: number
  encryption: (typeof ENCRYPTIONS)[number]
  /** Null when the server needs no credentials. */
  username: string | null
  password: string | null
  from: string
}

const NAMES: MailSettingNames = {
  server: 'the email settings',
  credentials: 'the email settings',
  from: 'the sender',
  requireTls: 'choose STARTTLS or TLS',
  avoidStartTls: 'choose another encryption',
  tlsPorts: 'choose TLS for port 465, STARTTLS for 587 and 25',
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL separates the parts of AUTH PLAIN (RFC 4616)
const CONTROL = /[\0-\x1f\x7f]/

/** Returns all problems of the settings. */
export function listEmailIssues({ host, username, password, from }: EmailSettings): Issue[] {
  const issues: [field: string, message: string | null][] = [
    ['host', refuseHostSyntax(host)],
    ['username', username === null && password !== null ? 'is required together with a password' : null],
    ['username', CONTROL.test(username ?? '') ? 'must not contain control characters' : null],
    ['password', username !== null && password === null ? 'is required together with a user name' : null],
    ['password', CONTROL.test(password ?? '') ? 'must not contain control characters' : null],
    ['from', isSender(from) ? null : SENDER_WORDS],
  ]
  return issues.flatMap(([field, message]) => (message === null ? [] : [{ field, message }]))
}

const START_TLS = { starttls: 'required', tls: 'auto', auto: 'auto', none: 'off' } as const

export function toMailerOptions({ host, port, encryption, username, password, from }: EmailSettings): MailerOptions {
  const credentials = username === null ? '' : `${encodeURIComponent(username)}:${encodeURIComponent(password ?? '')}@`
  const address = host.includes(':') ? `[${host}]` : host
  const url = `${encryption === 'tls' ? 'smtps' : 'smtp'}://${credentials}${address}:${port}`
  return { url, from, startTls: START_TLS[encryption], names: NAMES }
}

/** Converts the environment variables, for display. */
export function toEmailSettings({ url: text, from, startTls = 'auto' }: MailerOptions): EmailSettings {
  const url = new URL(text)
  const [username, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)]
  const encryptions = { required: 'starttls', auto: 'auto', off: 'none' } as const
  return {
    host: getSmtpHost(url),
    port: getSmtpPort(url),
    encryption: url.protocol === 'smtps:' ? 'tls' : encryptions[startTls],
    username: username || null,
    password: password || null,
    from,
  }
}

/** Fields as they are stored. */
export const toFields = (settings: EmailSettings): Fields => ({ ...settings })

/** @param fields as stored; a password that cannot be decrypted is missing */
export const parseEmailSettings = (fields: Fields): EmailSettings =>
  ({ username: null, password: null, ...fields }) as unknown as EmailSettings
