/** Mail servers of other products, as settings of an email target. */
import { isSender, refuseSmtpUrl } from '../channels/mail/mail-address.ts'
import { type Fields, hasReference, hideReferences } from './conversion.ts'

interface MailServer {
  host: string | null
  port: number | null
  /** Whether the connection begins with TLS. */
  isTls: boolean
  user: string | null
  password: string | null
  from: string | null
}

/** @returns the settings; null when the server is incomplete or invalid */
export function toOwnServer({ host, port, isTls, user, password, from }: MailServer): Fields | null {
  if (!host || !from || !isSender(hideReferences(from))) return null
  const credentials = user || password ? `${encode(user ?? '')}:${encode(password ?? '')}@` : ''
  const address = host.includes(':') ? `[${host}]` : host
  const url = `${isTls ? 'smtps' : 'smtp'}://${credentials}${address}${port === null ? '' : `:${port}`}`
  return refuseSmtpUrl(hideReferences(url)) === null ? { smtp_url: url, from } : null
}

/** The value of a reference is elsewhere, so the user encodes it. */
const encode = (text: string): string => (hasReference(text) ? text : encodeURIComponent(text))

export const NO_OWN_SERVER = 'The mail server is not moved: the mail server of the installation sends the emails.'
export const ENCODE_REFERENCE = 'The value of a variable in smtp_url must be percent-encoded, such as / as %2F.'
export const VERIFIED = 'The certificate of the mail server is verified; add its authority to WK_CA_FILE.'
