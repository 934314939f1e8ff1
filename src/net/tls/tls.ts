/** One TLS context for all connections. */
import { readFileSync } from 'node:fs'
import { createSecureContext, getCACertificates, type SecureContext, type SecureContextOptions } from 'node:tls'

/**
 * Building a context reads all authorities and costs more than a handshake, so every connection shares one. Sessions
 * are never resumed: a resumed one does not show the certificate again.
 */
export interface TlsContexts {
  getShared(): SecureContext
}

/**
 * @param caFile PEM, trusted besides the usual authorities
 * @throws Error when the file cannot be read or holds no certificate
 */
export function createTlsContexts(caFile?: string): TlsContexts {
  let context = caFile === undefined ? null : createTrustingContext(readAuthorities(caFile))
  return {
    getShared() {
      context ??= createSecureContext(OPTIONS)
      return context
    },
  }
}

/**
 * Without the post-quantum key share that OpenSSL offers by default: making it costs a fifth of a handshake, every
 * server takes one of these, and nothing that a check sends has to stay secret for decades.
 */
const OPTIONS: SecureContextOptions = { ecdhCurve: 'X25519:P-256:P-384:P-521' }

const createTrustingContext = (authorities: string): SecureContext =>
  createSecureContext({ ...OPTIONS, ca: [...getCACertificates('default'), authorities] })

function readAuthorities(path: string): string {
  const pem = readFileSync(path, 'utf8')
  if (!pem.includes('-----BEGIN CERTIFICATE-----')) throw new Error(`${path} contains no PEM certificate`)
  return pem
}
