import type { TestContext } from 'node:test'
import type { Resolution } from '../../../src/net/dns/last-known.ts'
import { createResolver, type IpFamily, type Resolver, type ResolverOptions } from '../../../src/net/dns/resolver.ts'
import { LoopTurnDeadline } from '../time/loop-turn-deadline.ts'
import { type DnsHandler, startDnsServer } from './targets.ts'

/** No machine's own files get in the way. */
export const NO_FILES = { hostsPath: '/nonexistent/hosts', resolvConfPath: '/nonexistent/resolv.conf' }

/** Nothing is asked twice because a busy machine was slow to answer. */
export const NO_RETRY_MS = 600_000

/** As the program is: for those who wait for the second question. */
export const DEFAULT_RETRY = { patienceMs: 500 }

export function createTestResolver(t: TestContext, options: ResolverOptions): Resolver {
  const resolver = createResolver({ ...NO_FILES, patienceMs: NO_RETRY_MS, ...options })
  t.after(() => resolver.close())
  return resolver
}

export async function resolve(resolver: Resolver, host: string, family: IpFamily = 4, ms = 2_000): Promise<Resolution> {
  const deadline = new LoopTurnDeadline(ms)
  try {
    return await resolver.resolve(host, family, deadline)
  } finally {
    deadline.clear()
  }
}

export async function createServedResolver(t: TestContext, handler: DnsHandler, options: ResolverOptions = {}) {
  const server = await startDnsServer(t, handler)
  const resolver = createTestResolver(t, { servers: [server.address], ...options })
  return { server, resolver }
}

export const getAddresses = (resolution: Resolution) =>
  'addresses' in resolution ? resolution.addresses : resolution.failure
