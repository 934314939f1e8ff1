/** Finds the path from a certificate to its root: the certificates whose dates and keys its validity depends on. */
import { X509Certificate } from 'node:crypto'

/** Trusted certificates by subject. */
export type Authorities = ReadonlyMap<string, readonly X509Certificate[]>

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** @param pems each may hold several certificates; unreadable ones are left out, as OpenSSL does */
export const parseAuthorities = (pems: readonly string[]): Authorities =>
  Map.groupBy(
    pems.flatMap((pem) => pem.match(PEM) ?? []).flatMap(parseCertificate),
    (certificate) => certificate.subject ?? '',
  )

function parseCertificate(pem: string): X509Certificate[] {
  try {
    return [new X509Certificate(pem)]
  } catch {
    return []
  }
}

/** The certificates as the server sent them, its own first. Servers may send them in any order, and others besides. */
export function listSent(leaf: X509Certificate): X509Certificate[] {
  const sent: X509Certificate[] = []
  for (let next: X509Certificate | undefined = leaf; next; next = next.issuerCertificate) sent.push(next)
  return sent
}

/**
 * Returns the path as far as its certificates are known, the server's own first. Node does not expose the path that
 * OpenSSL verified, so it is built by the same rule. A trusted issuer comes before a sent one, and of equal issuers the
 * one that is valid longest. An expired cross-signature beside a good path is therefore not in the path.
 */
export function buildPath(leaf: X509Certificate, authorities: Authorities): X509Certificate[] {
  const sent = listSent(leaf)
  const path = [leaf]
  for (let last = leaf; !isSelfIssued(last); last = path.at(-1)!) {
    const issuer = findIssuer(last, authorities.get(last.issuer ?? '') ?? []) ?? findIssuer(last, sent)
    if (issuer === undefined || path.some(({ fingerprint256 }) => fingerprint256 === issuer.fingerprint256)) break
    path.push(issuer)
  }
  return path
}

/** Whether a certificate ends a path. */
export const isSelfIssued = (certificate: X509Certificate): boolean => certificate.checkIssued(certificate)

/** Returns the issuer that stays valid longest. */
function findIssuer(certificate: X509Certificate, candidates: readonly X509Certificate[]): X509Certificate | undefined {
  return candidates
    .filter((candidate) => isIssuedBy(certificate, candidate))
    .toSorted((a, b) => b.validToDate.getTime() - a.validToDate.getTime())[0]
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
  } catch {
    return false // a key of an unknown kind
  }
}
