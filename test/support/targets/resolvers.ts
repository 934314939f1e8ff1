import type { TestContext } from 'node:test'
import type { Resolution } from '../../../src/net/dns/last-known.ts'
import { createResolver, type IpFamily, type Resolver, type ResolverOptions } from '../../../src/net/dns/resolver.ts'
import { LoopTurnDeadline } from '../time/loop-turn-deadline.ts'
import { type DnsHandler, startDnsServer } from './targets.ts'

/** Replaces the resolver files of the machine, which would influence tests. */
export const NO_FILES = { hostsPath: '/nonexistent/hosts', resolvConfPath: '/nonexistent/resolv.conf' }

/** Long enough that a slow answer on a busy machine causes no retry. */
export const NO_RETRY_MS = 600_000

/** The program's own retry delay, for tests that wait for the second query. */
export const DEFAULT_RETRY = { retryDelayMs: 500 }

export function createTestResolver(t: TestContext, options: ResolverOptions): Resolver {
  const resolver = createResolver({ ...NO_FILES, retryDelayMs: NO_RETRY_MS, ...options })
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
