/** A web site over TLS whose certificate can be renewed while it runs. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { createServer } from 'node:tls'
import type { SeenCertificate } from '../../../src/core/results/certificate.ts'
import type { Certificate } from './certificates.ts'
import { replyWith } from './targets.ts'

export const OK_RESPONSE = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi'

export interface TlsSite {
  port: number
  /** `https://127.0.0.1:port/` */
  url: string
  renew(certificate: Certificate, ...above: Certificate[]): void
  /** Number of connections so far. */
  accepted: () => number
}

/** @param above certificates that the server sends after its own certificate */
export async function startTlsSite(
  t: TestContext,
  certificate: Certificate,
  {
    above = [],
    host = '127.0.0.1',
    response = OK_RESPONSE,
    ciphers,
  }: { above?: Certificate[]; host?: string; response?: string; ciphers?: string } = {},
): Promise<TlsSite> {
  const contextOf = (leaf: Certificate, others: readonly Certificate[]) => ({
    cert: [leaf, ...others].map(({ cert }) => cert).join(''),
    key: leaf.key,
    ...(ciphers && { ciphers }),
  })
  const answer = replyWith(response)
  const server = createServer(contextOf(certificate, above), (socket) => {
    socket.on('error', () => {})
    answer(socket)
  })
  server.on('tlsClientError', () => {})
  let accepted = 0
  server.on('connection', () => accepted++)
  server.listen(0, host)
  await once(server, 'listening')
  t.after(() => void server.close())
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `https://${host.includes(':') ? `[${host}]` : host}:${port}/`,
    renew: (leaf, ...others) => server.setSecureContext(contextOf(leaf, others)),
    accepted: () => accepted,
  }
}

/** A certificate as a probe reports it. */
export const createSeenCertificate = (over: Partial<SeenCertificate> = {}): SeenCertificate => {
  const own = {
    subject: 'CN=www.example.com',
    issuer: 'C=US, O=Some Authority, CN=R1',
    validFrom: Date.UTC(2025, 11, 1),
    validTo: Date.UTC(2026, 1, 1),
    fingerprint256: Array(32).fill('A1').join(':'),
  }
  const parts = { endpoint: 'www.example.com:443', sans: ['www.example.com'], serialNumber: '01AB', errors: [] }
  return { ...own, ...parts, chain: [own], authorities: [], ...over }
}
