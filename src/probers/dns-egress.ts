/**
 * Egress policy for answers of the probe's own name servers. They may know internal records that must stay
 * confidential; any user who may create a monitor could otherwise read them.
 */
import ipaddr from 'ipaddr.js'
import type { EgressPolicy } from '../core/platform/egress.ts'
import type { CheckContext } from '../net/connection/dial.ts'
import { type Failed, fail } from '../net/connection/failure.ts'
import type { Question } from '../net/dns/dns-message.ts'
import type { IpFamily } from '../net/dns/resolver.ts'

const ADVICE = 'the egress policy does not reveal it; set a name server of the domain to monitor it'

/** Refuses a question to the probe's own name servers about the name of a forbidden address. */
export function refuseQuestion({ name, type }: Question, egress: EgressPolicy): Failed | null {
  const address = name.endsWith('.arpa') ? parseReverseName(name) : null
  const refusal = address && egress.refuse(address)
  return refusal ? fail('dns_error', `resolve ${type} ${name}: the name of ${refusal}; ${ADVICE}`) : null
}

/**
 * The same answer for records that do not exist and records of internal names. Users must not learn which internal
 * names are in use.
 */
export const failHidden = ({ name, type }: Question): Failed =>
  fail('dns_error', `resolve ${type} ${name}: the record does not exist, or ${ADVICE}`)

/**
 * Whether a name has an address that no check may reach. All its records are then internal: questions for its TXT or MX
 * records go to the same name servers.
 */
export async function isInternalName(name: string, limitMs: number, { tools }: CheckContext): Promise<boolean> {
  if (name === '.' || name.endsWith('.arpa')) return false
  const deadline = tools.deadline(limitMs)
  const ask = async (family: IpFamily): Promise<boolean> => {
    const resolution = await tools.resolver.resolve(`${name}.`, family, deadline)
    return 'addresses' in resolution && resolution.addresses.some((address) => tools.egress.refuse(address) !== null)
  }
  try {
    // Both lookups always finish: the duration must not depend on the answer
    const families = await Promise.allSettled([ask(4), ask(6)])
    return families.some((family) => family.status === 'fulfilled' && family.value)
  } finally {
    deadline.clear()
  }
}

/** Refuses an answer of the probe's own name servers that must not be shown. */
export function refuseAnswer({ name, type }: Question, values: readonly string[], egress: EgressPolicy): Failed | null {
  if (type !== 'A' && type !== 'AAAA') return null
  for (const value of values) {
    const refusal = egress.refuse(value)
    if (refusal === null) continue
    if (egress.hidesNetwork) return failHidden({ name, type })
    return fail('dns_error', `resolve ${type} ${name}: leads to ${refusal}; ${ADVICE}`)
  }
  return null
}

/**
 * The name of an address in the reverse tree (in-addr.arpa or ip6.arpa). Source: RFC 1035, section 3.5, and RFC 3596,
 * section 2.5
 */
export function toReverseName(text: string): string {
  const address = ipaddr.process(text)
  if (address instanceof ipaddr.IPv4) return `${address.octets.toReversed().join('.')}.in-addr.arpa`
  const nibbles = Buffer.from(address.toByteArray()).toString('hex')
  return `${[...nibbles].reverse().join('.')}.ip6.arpa`
}

/** The address of a name in the reverse tree; the first one if the name covers many. */
function parseReverseName(name: string): string | null {
  const labels = name.split('.').toReversed().slice(2)
  const isV4 = name.endsWith('.in-addr.arpa')
  if (!isV4 && !name.endsWith('.ip6.arpa')) return null
  const firstForeign = labels.findIndex((label) => !(isV4 ? OCTET : DIGIT).test(label))
  const parts = firstForeign === -1 ? labels : labels.slice(0, firstForeign)
  if (parts.length === 0) return null
  return isV4 ? padParts(parts, 4).join('.') : padParts(parts, 32).join('').match(/.{4}/g)!.join(':')
}

const OCTET = /^\d{1,3}$/
const DIGIT = /^[\da-f]$/

const padParts = (parts: string[], length: number): string[] =>
  [...parts, ...Array<string>(length).fill('0')].slice(0, length)
