/** What is too weak in a chain of certificates. Node tells no more of it than that something is. */
import type { X509Certificate } from 'node:crypto'

interface Weakness {
  /** OpenSSL's name for it. */
  code: string
  /** The certificate or authority that is concerned: `has a key of 1024 bits, too weak`. */
  fault: string
  /** Its place in the chain; 0 is the target's own. */
  chainIndex: number
}

/**
 * What OpenSSL's default security level asks for: 112 bits of security. Source: SSL_CTX_set_security_level in OpenSSL,
 * and NIST SP 800-57, section 5.6.1
 */
const MIN_RSA_BITS = 2048
const MIN_CURVE_BITS = 224

/** The first weak one, beginning with the target's own. What a root signs itself with does not matter. */
export function findWeakness(leaf: X509Certificate): Weakness | null {
  let place = 0
  for (let next: X509Certificate | undefined = leaf; next; next = next.issuerCertificate) {
    const bits = findWeakKeyBits(next)
    if (bits !== null)
      return {
        code: `${place === 0 ? 'EE' : 'CA'}_KEY_TOO_SMALL`,
        fault: `has a ${bits}-bit key, which is too weak`,
        chainIndex: place,
      }
    const digest = next.issuer === next.subject ? null : findWeakDigest(next)
    if (digest !== null)
      return { code: 'CA_MD_TOO_WEAK', fault: `is signed with ${digest}, which is too weak`, chainIndex: place }
    place += 1
  }
  return null
}

function findWeakKeyBits(certificate: X509Certificate): number | null {
  const { bits, modulus } = certificate.toLegacyObject()
  if (bits === undefined) return null
  return bits < (modulus === undefined ? MIN_CURVE_BITS : MIN_RSA_BITS) ? bits : null
}

/** `sha1WithRSAEncryption`, `ecdsa-with-SHA1`. Unknown to a Node before 24.9. */
function findWeakDigest({ signatureAlgorithm }: X509Certificate): string | null {
  const [digest] = /sha1(?!\d)|md[245]/i.exec(signatureAlgorithm ?? '') ?? []
  return digest === undefined ? null : digest.toUpperCase().replace('SHA1', 'SHA-1')
}
