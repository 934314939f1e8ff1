import type { TestContext } from 'node:test'
import { Deadline } from '../../src/net/deadline.ts'
import {
  type IpFamily,
  makeResolver,
  type Resolution,
  type Resolver,
  type ResolverOptions,
} from '../../src/net/resolver.ts'
import { type DnsHandler, dnsServer } from './targets.ts'

/** No machine's own files get in the way. */
export const NO_FILES = { hostsPath: '/nonexistent/hosts', resolvConfPath: '/nonexistent/resolv.conf' }

export function resolverWith(t: TestContext, options: ResolverOptions): Resolver {
  const resolver = makeResolver({ ...NO_FILES, ...options })
  t.after(() => resolver.close())
  return resolver
}

export async function resolve(resolver: Resolver, host: string, family: IpFamily = 4, ms = 2_000): Promise<Resolution> {
  const deadline = new Deadline(ms)
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
