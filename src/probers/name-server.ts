/** How a monitor resolves its target: its own name server, and which of the addresses it tries. */
import { Type } from 'typebox'
import type { EgressPolicy } from '../core/platform/egress.ts'
import { getOrCreate } from '../core/platform/maps.ts'
import { ProbeError } from '../core/results/verdict.ts'
import type { CheckContext } from '../net/connection/dial.ts'
import { ADDRESS_CHOICES } from '../net/connection/dial-target.ts'
import { type Failed, fail } from '../net/connection/failure.ts'
import { parseServerAddress } from '../net/dns/dns-config.ts'
import { createResolver, type Resolver } from '../net/dns/resolver.ts'
import type { SettingsRefusal } from './prober.ts'

export const DnsServerSetting = Type.Optional(
  Type.Union([Type.String({ minLength: 1, maxLength: 64 }), Type.Null()], {
    title: 'Name server',
    examples: ['9.9.9.9'],
    description: 'IP address or address:port; the name servers of the probe if empty',
  }),
)

export const AddressSetting = Type.Optional(
  Type.Enum(ADDRESS_CHOICES, {
    title: 'Addresses',
    description:
      'A name may have several addresses. first, or empty: only the first one is tried. any: they are tried one after another until one answers',
  }),
)

export function refuseDnsServer(
  { dnsServer }: { dnsServer?: string | null },
  egress: EgressPolicy,
): SettingsRefusal | null {
  if (!dnsServer) return null
  const server = parseServerAddress(dnsServer)
  if (server === null) return { key: 'dnsServer', message: 'must be an IP address, optionally with a port' }
  const refusal = egress.refuse(server.address)
  return refusal === null ? null : { key: 'dnsServer', message: `must not point to ${refusal}` }
}

/** Returns a context whose names are resolved by the name server of the monitor, or why it must not be used. */
export function createNameServerContext(
  { dnsServer }: { dnsServer?: string | null },
  context: CheckContext,
): CheckContext | Failed {
  if (!dnsServer) return context
  const refusal = refuseDnsServer({ dnsServer }, context.tools.egress)
  if (refusal) return fail('connection_error', `the name server ${dnsServer} ${refusal.message}`)
  const { resolvers, egress } = context.tools
  const resolver = getOrCreate(resolvers, dnsServer, () =>
    createResolver({ servers: [dnsServer], hidesNetwork: egress.hidesNetwork }),
  )
  // Keeps resolvers in use
  resolvers.set(dnsServer, resolver)
  return { ...context, tools: { ...context.tools, resolver: reportAsFailure(resolver, dnsServer) } }
}

/** Trouble of this name server is a failure of the monitor, not of the probe. */
const reportAsFailure = (resolver: Resolver, server: string): Resolver => ({
  dnsHealth: resolver.dnsHealth,
  createLookup: (question, other) => resolver.createLookup(question, other),
  describeServers: () => ` (${server})`,
  describeServer: () => ` at ${server}`,
  describeUnusableServers: (result) => resolver.describeUnusableServers(result),
  close: () => resolver.close(),
  async resolve(host, family, deadline, log) {
    try {
      return await resolver.resolve(host, family, deadline, log)
    } catch (error) {
      if (!(error instanceof ProbeError)) throw error
      deadline.assertPunctual()
      return fail('dns_error', `the name server ${server} of the monitor: ${error.message}`)
    }
  },
})
