/** TLS contexts that connections share. */
import { constants } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext, getCACertificates, type SecureContext, type SecureContextOptions } from 'node:tls'
import { type Authorities, parseAuthorities, VerifiedChains } from './certificate-path.ts'

/**
 * Building a context reads all authorities and costs more than a handshake, so all connections share one. Sessions are
 * never resumed: a resumed session does not present the certificate again.
 */
export interface TlsContexts {
  getShared(): SecureContext
  /** Accepts the TLS of old devices. Only for connections whose certificate is not verified. */
  getLenient(): SecureContext
  /** Endpoints whose handshake failed with the shared context, although their certificate is not verified. */
  lenientEndpoints: LenientEndpoints
  /** The authorities that the contexts trust. */
  getAuthorities(): Authorities
  /** Chains that the shared context has verified. */
  verifiedChains: VerifiedChains
}

/** Maximum of endpoints. Above it, all are forgotten, which costs each of them one failed handshake. */
const MAX_ENDPOINTS = 10_000

/** Endpoints of old devices, so that only their first check needs a second connection. */
class LenientEndpoints {
  private readonly endpoints = new Set<string>()

  has(endpoint: string): boolean {
    return this.endpoints.has(endpoint)
  }

  add(endpoint: string): void {
    if (this.endpoints.size >= MAX_ENDPOINTS) this.endpoints.clear()
    this.endpoints.add(endpoint)
  }
}

/**
 * @param caFile PEM, trusted in addition to the default authorities
 * @param now milliseconds of a monotonic clock
 * @throws Error when the file cannot be read or holds no certificate
 */
export function createTlsContexts(caFile?: string, now = () => performance.now()): TlsContexts {
  const own = caFile === undefined ? null : readAuthorities(caFile)
  let context = own === null ? null : createTrustingContext(own)
  let lenient: SecureContext | null = null
  let authorities: Authorities | null = null
  const getShared = () => {
    context ??= createSecureContext(OPTIONS)
    return context
  }
  const getAuthorities = () => {
    authorities ??= parseAuthorities(listTrusted(own))
    return authorities
  }
  return {
    getShared,
    getLenient() {
      lenient ??= createSecureContext({ ...OPTIONS, ...LENIENT, ...(own !== null && { ca: listTrusted(own) }) })
      return lenient
    },
    lenientEndpoints: new LenientEndpoints(),
    getAuthorities,
    verifiedChains: new VerifiedChains({ getShared, getAuthorities, createIssuerContext, now }),
  }
}

/**
 * Excludes the post-quantum key share that OpenSSL offers by default. Creating it costs a fifth of a handshake, and
 * every server accepts one of these curves. Check traffic needs no secrecy for decades.
 */
const OPTIONS: SecureContextOptions = { ecdhCurve: 'X25519:P-256:P-384:P-521' }

/**
 * TLS 1.0 and 1.1, keys and digests below today's strength, and servers without secure renegotiation (RFC 5746).
 * Printers, switches and management boards offer nothing better.
 */
const LENIENT: SecureContextOptions = {
  minVersion: 'TLSv1',
  ciphers: 'DEFAULT@SECLEVEL=0',
  secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT,
}

const createTrustingContext = (own: string): SecureContext => createSecureContext({ ...OPTIONS, ca: listTrusted(own) })

const createIssuerContext = (pem: string): SecureContext =>
  createSecureContext({ ...OPTIONS, ca: pem, allowPartialTrustChain: true })

const listTrusted = (own: string | null): string[] => [...getCACertificates('default'), ...(own === null ? [] : [own])]

function readAuthorities(path: string): string {
  const pem = readFileSync(path, 'utf8')
  if (!pem.includes('-----BEGIN CERTIFICATE-----')) throw new Error(`${path} contains no PEM certificate`)
  return pem
}
