/**
 * Returns the normalized spelling of an address, by which accounts are found. Mailboxes almost never differ in case
 * only.
 */
export const normalizeEmail = (email: string): string => toAsciiDomain(email.trim().toLowerCase())

/** Characters that end the host of a URL, or that it decodes. */
const NOT_IN_DOMAIN = /[\s/?#@:[\]\\%]/

/** Returns an address with its domain in A-labels, as mail servers need it. Source: RFC 5890, section 2.3.2.1 */
export function toAsciiDomain(email: string): string {
  const at = email.lastIndexOf('@') + 1
  const domain = email.slice(at)
  if (domain.length > MAX_DOMAIN || NOT_IN_DOMAIN.test(domain) || !/\P{ASCII}/u.test(domain)) return email
  return email.slice(0, at) + (URL.parse(`http://${domain}`)?.hostname ?? domain)
}

/** Characters of a name in the DNS. Source: RFC 1035, section 2.3.4 */
const MAX_DOMAIN = 253
