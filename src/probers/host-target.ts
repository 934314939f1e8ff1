import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import ipaddr from 'ipaddr.js'
import type { EgressPolicy } from '../core/platform/egress.ts'
import { refuseHostSyntax } from '../net/connection/host.ts'

/**
 * Returns why the target is not a valid host: a name, or an address without brackets.
 *
 * @returns null when it is valid
 */
export function refuseHostTarget(target: string, egress: EgressPolicy): string | null {
  if (/[\s\p{Cc}]/u.test(target)) return 'must not contain spaces or control characters'
  if (target.includes('://')) return 'must be a host name or an IP address, not a URL'
  if (target.includes('%')) return 'must not name a network interface, because interfaces differ between probes'
  const refusal = egress.refuseHost(target)
  if (refusal !== null) return `must not point to ${refusal}`
  return refuseOddSpelling(target) ?? refuseUnicode(target) ?? refuseHostSyntax(target)
}

/** Name servers store internationalized names in their ASCII form. Source: RFC 5891, section 4 */
function refuseUnicode(target: string): string | null {
  const ascii = /[^\0-\x7f]/.test(target) ? domainToASCII(target) : ''
  return ascii === '' ? null : `must be written as ${ascii}`
}

/**
 * `0x7f.1`, `2130706433`, `127.1`, `127.0.0.1.`: some programs parse these as addresses and others as names, so the
 * target would be ambiguous. Brackets belong to URLs.
 */
function refuseOddSpelling(target: string): string | null {
  const inside = /^\[(.+)\]$/.exec(target)?.[1] ?? ''
  if (isIP(inside) === 6) return `must be written as ${inside}`
  const bare = target.replace(/\.$/, '')
  if (isIP(target) !== 0 || target.includes(':') || !ipaddr.isValid(bare)) return null
  return `must be written as ${ipaddr.parse(bare).toString()}`
}
