import { isIP } from 'node:net'

// Source: RFC 1035, section 2.3.4; underscores occur in practice. The longest name has 253 characters without its dot
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/i
const MAX_NAME_LENGTH = 253

/** A common habit of users. More than one colon would be an IPv6 address. */
const HOST_AND_PORT = /^[a-z0-9_.-]+:\d{1,5}$/i

/**
 * A last label like this makes the whole host an address, or an invalid one. Source: URL standard, "ends in a number"
 */
const NUMBER = /^(?:\d+|0x[0-9a-f]*)$/i

/**
 * Returns why the text is neither a host name nor an address (without brackets), in the wording of `refuseTarget`.
 *
 * @returns null for a valid host
 */
export function refuseHostSyntax(host: string): string | null {
  if (isIP(host) !== 0) return null
  const name = host.replace(/\.$/, '')
  if (name === '') return 'must name a host'
  if (name.length > MAX_NAME_LENGTH) return `must not have a host name over ${MAX_NAME_LENGTH} characters`
  if (HOST_AND_PORT.test(name)) return `must name a host or an address without a port; "${host}" has one`
  const labels = name.split('.')
  const isName = labels.every((label) => LABEL.test(label)) && !NUMBER.test(labels.at(-1)!)
  return isName ? null : `must name a host or an address; "${host}" is neither`
}
