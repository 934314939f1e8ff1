/** Finds the path from a certificate to its root: the certificates whose dates and keys its validity depends on. */
import { hash, X509Certificate } from 'node:crypto'
import type { SecureContext, TLSSocket } from 'node:tls'
import { BoundedMap, getOrCreate } from '../../core/platform/maps.ts'

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

/** Maximum time between two complete verifications of an endpoint. */
const TRUSTED_MS = 3_600_000

/** Maximum of endpoints; each takes about 210 bytes. */
const MAX_ENDPOINTS = 65_536

/** Maximum of issuers; each context takes 31 KiB. */
const MAX_ISSUERS = 256

interface Issuer {
  fingerprint: string
  context: SecureContext
}

interface VerifiedChain {
  /** SHA-256 of all certificates that were sent; empty when the last chain was not accepted. */
  digest: string
  /** Fingerprint of the issuer; null if the chain is always verified completely, undefined after the first time. */
  issuer: string | null | undefined
  /** Time at which the entry expires. */
  until: number
}

interface VerifiedChainsOptions {
  /** The context for complete verification. */
  getShared: () => SecureContext
  getAuthorities: () => Authorities
  /** @param pem the only certificate that the context trusts */
  createIssuerContext: (pem: string) => SecureContext
  /** Milliseconds of a monotonic clock. */
  now: () => number
}

/**
 * Chains that OpenSSL has verified up to their root. When an endpoint presents the same chain again within the hour,
 * OpenSSL verifies it only up to the issuer of the target's certificate. The signatures above it are the same bytes
 * under the same authorities. The handshake is always full, so key, dates, purpose and host are verified every time.
 * Every other outcome is discarded, and the handshake is repeated with complete verification. This endpoint is then
 * verified completely for an hour.
 */
export class VerifiedChains {
  private readonly chains = new BoundedMap<string, VerifiedChain>(MAX_ENDPOINTS)
  private readonly issuers = new BoundedMap<string, Issuer>(MAX_ISSUERS)
  private readonly options: VerifiedChainsOptions

  constructor(options: VerifiedChainsOptions) {
    this.options = options
  }

  /** @param endpoint address, port and server name */
  getContext(endpoint: string): SecureContext {
    const fingerprint = this.findFresh(endpoint)?.issuer
    const issuer = fingerprint ? this.issuers.get(fingerprint) : undefined
    if (issuer === undefined) return this.options.getShared()
    this.issuers.set(issuer.fingerprint, issuer)
    return issuer.context
  }

  /**
   * Judges a completed handshake.
   *
   * @param context from `getContext`
   * @returns false if the handshake must be repeated, with the context that `getContext` then returns
   */
  accept(endpoint: string, context: SecureContext, socket: TLSSocket): boolean {
    if (context === this.options.getShared()) {
      this.record(endpoint, socket)
      return true
    }
    const chain = this.chains.get(endpoint)
    const isUnchanged =
      socket.authorized &&
      chain?.issuer &&
      this.issuers.get(chain.issuer)?.context === context &&
      chain.digest === hashSent(socket)
    if (isUnchanged) return true
    this.remember(endpoint, '', null)
    return false
  }

  /** Remembers the chain of a complete verification. */
  private record(endpoint: string, socket: TLSSocket): void {
    if (this.findFresh(endpoint)?.issuer === null) return
    const leaf = socket.getPeerX509Certificate()
    if (!socket.authorized || leaf === undefined) {
      this.chains.delete(endpoint)
      return
    }
    const digest = hashSent(socket)
    // Building the path takes as long as a verification, so it is built for a chain that was seen twice
    const isKnown = this.chains.get(endpoint)?.digest === digest
    this.remember(endpoint, digest, isKnown ? this.findIssuer(leaf) : undefined)
  }

  private remember(endpoint: string, digest: string, issuer: VerifiedChain['issuer']): void {
    this.chains.set(endpoint, { digest, issuer, until: this.options.now() + TRUSTED_MS })
  }

  private findIssuer(leaf: X509Certificate): string | null {
    const [, issuer, ...above] = buildPath(leaf, this.options.getAuthorities())
    const root = above.at(-1)
    if (issuer === undefined || root === undefined || !isSelfIssued(root)) return null
    if (!above.every((authority) => isWithin(issuer, authority))) return null
    const create = (fingerprint: string): Issuer => ({
      fingerprint,
      context: this.options.createIssuerContext(issuer.toString()),
    })
    return getOrCreate(this.issuers, issuer.fingerprint256, create).fingerprint
  }

  private findFresh(endpoint: string): VerifiedChain | undefined {
    const chain = this.chains.get(endpoint)
    return chain !== undefined && this.options.now() < chain.until ? chain : undefined
  }
}

/** OpenSSL checks the dates of an issuer at every handshake. These dates cover the authorities above it only then. */
const isWithin = (issuer: X509Certificate, authority: X509Certificate): boolean =>
  issuer.validFromDate >= authority.validFromDate && issuer.validToDate <= authority.validToDate

function hashSent(socket: TLSSocket): string {
  const leaf = socket.getPeerX509Certificate()
  const sent = leaf === undefined ? [] : listSent(leaf)
  return hash('sha256', sent.map(({ fingerprint256 }) => fingerprint256).join(), 'base64')
}
