/** What a prober needs from the machine it runs on. Made once per probe and shared by all its checks. */
import type { EgressPolicy } from '../../core/platform/egress.ts'
import { createResolver, type Resolver } from '../dns/resolver.ts'
import { createIcmp, type Icmp } from '../icmp/icmp.ts'
import { createTlsContexts, type TlsContexts } from '../tls/tls.ts'
import { Deadline } from './deadline.ts'
import { MemoryBudget } from './memory-budget.ts'

export interface ProbeTools {
  resolver: Resolver
  egress: EgressPolicy
  tls: TlsContexts
  icmp: Icmp
  memory: MemoryBudget
  /** Begins a time limit. */
  deadline: (totalMs: number) => Deadline
}

export interface ProbeToolsOptions {
  egress: EgressPolicy
  /** `IP` or `IP:port`; empty or absent means /etc/resolv.conf. */
  dnsServers?: readonly string[]
  /** PEM file of authorities that are trusted besides the usual ones. */
  caFile?: string
}

/** @throws Error that names the server or the file that is no good */
export function createProbeTools({ egress, dnsServers = [], caFile }: ProbeToolsOptions): ProbeTools {
  return {
    egress,
    resolver: createResolver({ servers: dnsServers, hidesNetwork: egress.hidesNetwork }),
    tls: createTlsContexts(caFile),
    icmp: createIcmp(),
    memory: new MemoryBudget(),
    deadline: (totalMs) => new Deadline(totalMs),
  }
}

/** What is under way fails. */
export function closeProbeTools({ resolver, icmp }: ProbeTools): void {
  resolver.close()
  icmp.close()
}
