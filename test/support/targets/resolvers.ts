import type { TestContext } from 'node:test'
import type { Resolution } from '../../../src/net/dns/last-known.ts'
import { type IpFamily, makeResolver, type Resolver, type ResolverOptions } from '../../../src/net/dns/resolver.ts'
import { TurnDeadline } from '../time/turn-deadline.ts'
import { type DnsHandler, dnsServer } from './targets.ts'

/** No machine's own files get in the way. */
export const NO_FILES = { hostsPath: '/nonexistent/hosts', resolvConfPath: '/nonexistent/resolv.conf' }

/** Nothing is asked twice because a busy machine was slow to answer. */
export const PATIENT_MS = 600_000

/** As the program is: for those who wait for the second question. */
export const IMPATIENT = { patienceMs: 500 }

export function resolverWith(t: TestContext, options: ResolverOptions): Resolver {
  const resolver = makeResolver({ ...NO_FILES, patienceMs: PATIENT_MS, ...options })
  t.after(() => resolver.close())
  return resolver
}

export async function resolve(resolver: Resolver, host: string, family: IpFamily = 4, ms = 2_000): Promise<Resolution> {
  const deadline = new TurnDeadline(ms)
  try {
    return await resolver.resolve(host, family, deadline)
  } finally {
    deadline.clear()
  }
}

export async function serving(t: TestContext, handler: DnsHandler, options: ResolverOptions = {}) {
  const server = await dnsServer(t, handler)
  const resolver = resolverWith(t, { servers: [server.address], ...options })
  return { server, resolver }
}

export const addresses = (resolution: Resolution) =>
  'addresses' in resolution ? resolution.addresses : resolution.failure
