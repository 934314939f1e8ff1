/** One TLS context for all connections. */
import { readFileSync } from 'node:fs'
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'

/**
 * Building a context reads all authorities and costs more than a handshake, so every connection shares one. Sessions
 * are never resumed: a resumed one does not show the certificate again.
 */
export interface TlsContexts {
  shared(): SecureContext
}

/**
 * @param caFile PEM, trusted besides the usual authorities
 * @throws Error when the file cannot be read or holds no certificate
 */
export function makeTlsContexts(caFile?: string): TlsContexts {
  let context = caFile === undefined ? null : trusting(readAuthorities(caFile))
  return {
    shared() {
      context ??= createSecureContext()
      return context
    },
  }
}

const trusting = (authorities: string): SecureContext =>
  createSecureContext({ ca: [...getCACertificates('default'), authorities] })

function readAuthorities(path: string): string {
  const pem = readFileSync(path, 'utf8')
  if (!pem.includes('-----BEGIN CERTIFICATE-----')) throw new Error(`${path} holds no PEM certificate`)
  return pem
}
