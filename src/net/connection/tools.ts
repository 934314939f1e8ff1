/** Resources of the machine that probers need. Created once per probe and shared by all its checks. */
import type { EgressPolicy } from '../../core/platform/egress.ts'
import { BoundedMap } from '../../core/platform/maps.ts'
import { createResolver, type Resolver } from '../dns/resolver.ts'
import { TokenCache } from '../http/token-cache.ts'
import { createIcmp, type Icmp } from '../icmp/icmp.ts'
import { createTlsContexts, type TlsContexts } from '../tls/tls.ts'
import { Deadline } from './deadline.ts'
import { MemoryBudget } from './memory-budget.ts'

export interface ProbeTools {
  resolver: Resolver
  /** Resolvers with the name server of one monitor, by the server. */
  resolvers: Map<string, Resolver>
  egress: EgressPolicy
  tls: TlsContexts
  icmp: Icmp
  memory: MemoryBudget
  tokens: TokenCache
  /** Starts a time limit. */
  deadline: (totalMs: number) => Deadline
}

export interface ProbeToolsOptions {
  egress: EgressPolicy
  /** `IP` or `IP:port`; empty or absent means /etc/resolv.conf. */
  dnsServers?: readonly string[]
  /** PEM file of certificate authorities that are trusted in addition to the default ones. */
  caFile?: string
}

/** Maximum of name servers that monitors set. The least recently used one is closed. */
const MAX_RESOLVERS = 256

/** @throws Error that names the invalid server or file */
export function createProbeTools({ egress, dnsServers = [], caFile }: ProbeToolsOptions): ProbeTools {
  return {
    egress,
    resolver: createResolver({ servers: dnsServers, hidesNetwork: egress.hidesNetwork }),
    resolvers: new BoundedMap<string, Resolver>(MAX_RESOLVERS, (resolver) => resolver.close()),
    tls: createTlsContexts(caFile),
    icmp: createIcmp(),
    memory: new MemoryBudget(),
    tokens: new TokenCache(),
    deadline: (totalMs) => new Deadline(totalMs),
  }
}

/** Closes the resolver and the ICMP sockets. Operations in progress fail. */
export function closeProbeTools({ resolver, resolvers, icmp }: ProbeTools): void {
  resolver.close()
  for (const own of resolvers.values()) own.close()
  icmp.close()
}
