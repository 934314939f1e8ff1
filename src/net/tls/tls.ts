/** One TLS context for all connections. */
import { readFileSync } from 'node:fs'
import { createSecureContext, getCACertificates, type SecureContext, type SecureContextOptions } from 'node:tls'

/**
 * Building a context reads all authorities and costs more than a handshake, so all connections share one. Sessions are
 * never resumed: a resumed session does not present the certificate again.
 */
export interface TlsContexts {
  getShared(): SecureContext
}

/**
 * @param caFile PEM, trusted in addition to the default authorities
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
 * Excludes the post-quantum key share that OpenSSL offers by default. Creating it costs a fifth of a handshake, and
 * every server accepts one of these curves. Check traffic needs no secrecy for decades.
 */
const OPTIONS: SecureContextOptions = { ecdhCurve: 'X25519:P-256:P-384:P-521' }

const createTrustingContext = (authorities: string): SecureContext =>
  createSecureContext({ ...OPTIONS, ca: [...getCACertificates('default'), authorities] })

function readAuthorities(path: string): string {
  const pem = readFileSync(path, 'utf8')
  if (!pem.includes('-----BEGIN CERTIFICATE-----')) throw new Error(`${path} contains no PEM certificate`)
  return pem
}
