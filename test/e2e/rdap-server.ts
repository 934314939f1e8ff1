/** A registry: an RDAP server, and the list that names it. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Cleanup, createTestFilePath } from '../support/database/stores.ts'

export interface RdapServer {
  /** A file for `WK_RDAP_BOOTSTRAP`. */
  bootstrap: string
  /** The domains that were looked up, in order. */
  asked: string[]
  /** Replaces the answer to every lookup; by default every domain is registered. */
  answer(with_: (response: ServerResponse, domain: string) => void): void
}

const RDAP = { 'content-type': 'application/rdap+json' }

/** The answer for a registered domain with this expiry. Source: RFC 9083, section 5.3 */
export const rdapDomain = (domain: string, expiresAt: string): string =>
  JSON.stringify({
    objectClassName: 'domain',
    ldhName: domain,
    status: ['active'],
    events: [
      { eventAction: 'registration', eventDate: '2001-02-03T04:05:06Z' },
      { eventAction: 'expiration', eventDate: expiresAt },
    ],
    entities: [
      {
        objectClassName: 'entity',
        roles: ['registrar'],
        vcardArray: ['vcard', [['fn', {}, 'text', 'Test Registrar']]],
      },
    ],
    nameservers: [{ objectClassName: 'nameserver', ldhName: `ns1.${domain}` }],
  })

/** @param tlds top-level domains of the registry; other domains have no RDAP server */
export async function startRdapServer(t: Cleanup, tlds: readonly string[], expiresAt: string): Promise<RdapServer> {
  const asked: string[] = []
  let answer = (response: ServerResponse, domain: string): void => {
    response.writeHead(200, RDAP).end(rdapDomain(domain, expiresAt))
  }
  const server = createServer((request, response) => {
    const domain = /^\/domain\/(.+)$/.exec(request.url!)?.[1] ?? ''
    asked.push(domain)
    answer(response, domain)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const bootstrap = createTestFilePath(t, 'rdap.json')
  writeFileSync(bootstrap, JSON.stringify({ version: '1.0', services: [[tlds, [`http://127.0.0.1:${port}/`]]] }))
  return {
    bootstrap,
    asked,
    answer: (with_) => {
      answer = with_
    },
  }
}
