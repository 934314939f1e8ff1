/** Local registry servers, and lookups that query them. */

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { createEgressPolicy } from '../../src/core/platform/egress.ts'
import { closeProbeTools, createProbeTools } from '../../src/net/connection/tools.ts'
import { createDomainLookup, type DomainLookup, type DomainLookupOptions } from '../../src/registries/index.ts'
import { fileWith, makeTools } from '../probers/check.ts'
import { type Handler, onRequest } from '../support/targets/targets.ts'
import { createTestClock, type TestClock } from '../support/time/clock.ts'
import { waitUntil } from '../support/time/until.ts'

/** A complete domain object as a registry returns it; `over` replaces members. */
export const rdapDomain = (name: string, over: object = {}): object => ({
  objectClassName: 'domain',
  handle: '1_DOMAIN-TEST',
  ldhName: name.toUpperCase(),
  links: [{ rel: 'self', href: `https://rdap.test/domain/${name}` }],
  status: ['active', 'client transfer prohibited'],
  entities: [
    { objectClassName: 'entity', roles: ['registrant'], vcardArray: ['vcard', [['fn', {}, 'text', 'Somebody Else']]] },
    {
      objectClassName: 'entity',
      roles: ['registrar'],
      publicIds: [{ type: 'IANA Registrar ID', identifier: '9999' }],
      vcardArray: [
        'vcard',
        [
          ['version', {}, 'text', '4.0'],
          ['fn', {}, 'text', 'Example Registrar, Inc.'],
        ],
      ],
    },
  ],
  events: [
    { eventAction: 'registration', eventDate: '2004-09-03T12:01:02Z' },
    { eventAction: 'last changed', eventDate: '2025-08-02T08:11:12Z' },
    { eventAction: 'expiration', eventDate: '2026-09-03T12:01:02Z' },
    { eventAction: 'last update of RDAP database', eventDate: '2026-01-05T00:00:00Z' },
  ],
  nameservers: [
    { objectClassName: 'nameserver', ldhName: 'NS2.EXAMPLE.NET' },
    { objectClassName: 'nameserver', ldhName: 'NS1.EXAMPLE.NET.' },
  ],
  rdapConformance: ['rdap_level_0'],
  ...over,
})

/** A response with a complete body. */
export function httpAnswer(status: number, body: object | string, headers = ''): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const type = typeof body === 'string' ? 'text/html' : 'application/rdap+json'
  return `HTTP/1.1 ${status} X\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(text)}\r\n${headers}\r\n${text}`
}

/** Sends the same answer to every request; `requests` collects the requests. */
export function answering(answer: string | Buffer, requests: string[] = []): Handler {
  return onRequest((socket, request) => {
    requests.push(request)
    socket.end(answer)
  })
}

/** Sends these bytes after the first line that it receives, and closes. */
export function answeringWhois(answer: string | Buffer, questions: { push(question: string): unknown } = []): Handler {
  return (socket) => {
    let heard = ''
    socket.on('data', (chunk: Buffer) => {
      heard += chunk.toString('latin1')
      if (!heard.endsWith('\r\n')) return
      questions.push(heard.slice(0, -2))
      socket.end(answer)
    })
  }
}

/** A WHOIS server at a separate address, which lets several share one port. */
export async function whoisAt(t: TestContext, host: string, port: number, handler: Handler): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    handler(socket)
  })
  server.listen(port, host)
  await once(server, 'listening')
  t.after(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** A list of servers by suffix, in a file. */
export const bootstrapFile = (t: TestContext, servers: Record<string, string[]>): string =>
  fileWith(
    t,
    JSON.stringify({ version: '1.0', services: Object.entries(servers).map(([suffix, urls]) => [[suffix], urls]) }),
  )

/** A lookup that uses only the given list and WHOIS server. A wait for the throttle advances the clock instead. */
export function lookupFor(
  t: TestContext,
  options: Partial<DomainLookupOptions> = {},
  clock: TestClock = createTestClock(),
): DomainLookup {
  const lookup = createDomainLookup({
    tools: options.tools ?? makeTools(t),
    now: clock.now,
    whoisServer: '127.0.0.1:9',
    report: () => {},
    after: (delayMs, run) => {
      clock.advance(delayMs)
      const timer = setImmediate(run)
      return () => clearImmediate(timer)
    },
    bootstrap: options.bootstrap ?? bootstrapFile(t, { invalid: ['https://nobody.invalid/'] }),
    ...options,
  })
  t.after(() => lookup.close())
  return lookup
}

/**
 * Time that only a test moves: timers, and the clock of the time limits. A busy machine then reaches no limit. `client`
 * is our side of the latest connection.
 */
export function stopTime(t: TestContext) {
  const tools = createProbeTools({ egress: createEgressPolicy({ mode: 'any' }) })
  let now = 0
  let client: Socket | undefined
  const onClient = (message: unknown): void => {
    client = (message as { socket: Socket }).socket
  }
  subscribe('net.client.socket', onClient)
  t.after(() => {
    unsubscribe('net.client.socket', onClient)
    closeProbeTools(tools)
  })
  t.mock.timers.enable({ apis: ['setTimeout'] })
  t.mock.method(performance, 'now', () => now)
  return {
    tools,
    pass(ms: number): void {
      now += ms
      t.mock.timers.tick(ms)
    },
    /** Sends the text from a server, and resolves when our side has read it. */
    async reads(socket: Socket, text: string): Promise<void> {
      const before = client!.bytesRead
      socket.write(text)
      await waitUntil(() => client!.bytesRead >= before + text.length, 'the bytes')
    },
  }
}
