/**
 * What the probe's own name servers say about addresses that no check may reach. They may answer from inside of a network
 * what nobody outside is to know, and whoever may make a monitor would read it there.
 */
import ipaddr from 'ipaddr.js'
import type { EgressPolicy } from '../core/egress.ts'
import type { Question } from '../net/dns-message.ts'
import { type Failed, fail } from '../net/failure.ts'

const ADVICE = 'the egress policy keeps it to itself; name a server of the domain to watch it'

/** Why a question is not asked of the probe's own name servers: the name of an address that is out of bounds. */
export function refuseQuestion({ name, type }: Question, egress: EgressPolicy): Failed | null {
  const address = name.endsWith('.arpa') ? addressOf(name) : null
  const refusal = address && egress.refuse(address)
  return refusal ? fail('dns_error', `resolve ${type} ${name}: the name of ${refusal}; ${ADVICE}`) : null
}

/** Why an answer of the probe's own name servers is not shown. */
export function refuseAnswer({ name, type }: Question, values: readonly string[], egress: EgressPolicy): Failed | null {
  if (type !== 'A' && type !== 'AAAA') return null
  for (const value of values) {
    const refusal = egress.refuse(value)
    if (refusal !== null) return fail('dns_error', `resolve ${type} ${name}: leads to ${refusal}; ${ADVICE}`)
  }
  return null
}

/** The name of an address in the reverse tree. Source: RFC 1035, section 3.5, and RFC 3596, section 2.5 */
export function reverseName(text: string): string {
  const address = ipaddr.process(text)
  if (address instanceof ipaddr.IPv4) return `${address.octets.toReversed().join('.')}.in-addr.arpa`
  const nibbles = Buffer.from(address.toByteArray()).toString('hex')
  return `${[...nibbles].reverse().join('.')}.ip6.arpa`
}

/** The address that a name of the reverse tree belongs to; the first one of those under it when it has many. */
function addressOf(name: string): string | null {
  const labels = name.split('.').toReversed().slice(2)
  const isV4 = name.endsWith('.in-addr.arpa')
  if (!isV4 && !name.endsWith('.ip6.arpa')) return null
  const stranger = labels.findIndex((label) => !(isV4 ? OCTET : DIGIT).test(label))
  const parts = stranger === -1 ? labels : labels.slice(0, stranger)
  if (parts.length === 0) return null
  return isV4 ? padded(parts, 4).join('.') : padded(parts, 32).join('').match(/.{4}/g)!.join(':')
}

const OCTET = /^\d{1,3}$/
const DIGIT = /^[\da-f]$/

const padded = (parts: string[], length: number): string[] =>
  [...parts, ...Array<string>(length).fill('0')].slice(0, length)
