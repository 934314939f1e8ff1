/** Finds weak keys and digests in the path of a certificate. Node only reports that there is a weakness. */
import type { X509Certificate } from 'node:crypto'

interface Weakness {
  /** Error code of OpenSSL. */
  code: string
  /** Fault of the certificate or authority: `has a key of 1024 bits, too weak`. */
  fault: string
  /** Index in the path; 0 is the target's certificate. */
  pathIndex: number
}

/**
 * Minimum of OpenSSL's default security level: 112 bits of security. Source: SSL_CTX_set_security_level in OpenSSL, and
 * NIST SP 800-57, section 5.6.1
 */
const MIN_RSA_BITS = 2048
const MIN_CURVE_BITS = 224

/** Returns the first weakness, starting with the target's certificate. The self-signature of a root does not matter. */
export function findWeakness(path: readonly X509Certificate[]): Weakness | null {
  for (const [pathIndex, certificate] of path.entries()) {
    const bits = findWeakKeyBits(certificate)
    if (bits !== null)
      return {
        code: `${pathIndex === 0 ? 'EE' : 'CA'}_KEY_TOO_SMALL`,
        fault: `has a ${bits}-bit key, which is too weak`,
        pathIndex,
      }
    const digest = certificate.issuer === certificate.subject ? null : findWeakDigest(certificate)
    if (digest !== null)
      return { code: 'CA_MD_TOO_WEAK', fault: `is signed with ${digest}, which is too weak`, pathIndex }
  }
  return null
}

function findWeakKeyBits(certificate: X509Certificate): number | null {
  const { bits, modulus } = certificate.toLegacyObject()
  if (bits === undefined) return null
  return bits < (modulus === undefined ? MIN_CURVE_BITS : MIN_RSA_BITS) ? bits : null
}

/**
 * Returns a weak signature algorithm: `sha1WithRSAEncryption`, `ecdsa-with-SHA1`. Node before 24.9 does not report it.
 */
function findWeakDigest({ signatureAlgorithm }: X509Certificate): string | null {
  const [digest] = /sha1(?!\d)|md[245]/i.exec(signatureAlgorithm ?? '') ?? []
  return digest === undefined ? null : digest.toUpperCase().replace('SHA1', 'SHA-1')
}
