/** What a prober needs from the machine it runs on. Made once per probe and shared by all its checks. */
import type { EgressPolicy } from '../core/egress.ts'
import type { Resolver } from './resolver.ts'
import type { TlsContexts } from './tls.ts'

export interface ProbeTools {
  resolver: Resolver
  egress: EgressPolicy
  tls: TlsContexts
}

export interface ProbeToolsOptions {
  egress: EgressPolicy
  /** `IP` or `IP:port`; empty or absent means /etc/resolv.conf. */
  dnsServers?: readonly string[]
  /** PEM file of authorities that are trusted besides the usual ones. */
  caFile?: string
}
