/** Records the certificate of a check's target. */
import type { X509Certificate } from 'node:crypto'
import type { TLSSocket } from 'node:tls'
import { type ChainCertificate, hashCertificate, type SeenCertificate } from '../../core/results/certificate.ts'
import { type Connection, formatEndpoint } from '../connection/connection.ts'
import { findProblemCode, listCertificateErrors, parseAlternativeNames } from './certificate.ts'
import { buildPath, isSelfIssued, listSent } from './certificate-path.ts'
import type { TlsTrust } from './tls.ts'

/** Destination of a connection, and whether it uses TLS. */
interface DialedTarget {
  host: string
  port: number
  tls: { serverName?: string | undefined } | null
}

/** Records the certificate of the first connection of a check: later connections belong to targets of redirects. */
export class CertificateRecorder {
  /** Null when there was no certificate, or a known one. */
  newCertificate: SeenCertificate | null = null
  private readonly knownHash: number | null
  private first: Connection | null = null

  /** @param known hash of the certificate that need not be described again */
  constructor(known: number | null) {
    this.knownHash = known
  }

  /**
   * Records the certificate of a connection that is still open. An upgraded plaintext connection also counts as the
   * first. For an unchanged certificate the cost is negligible.
   */
  record(connection: Connection, target: DialedTarget, trust: TlsTrust): void {
    this.first ??= connection
    if (target.tls === null || connection !== this.first) return
    const socket = connection.socket as TLSSocket
    const fingerprint = connection.getFingerprint()
    if (fingerprint === undefined || hashCertificate(fingerprint, findProblemCode(socket)) === this.knownHash) return
    this.newCertificate = describeCertificate(socket, target, trust)
  }
}

/** @returns null when the server presented no certificate */
export function describeCertificate(
  socket: TLSSocket,
  { host, port, tls }: DialedTarget,
  trust: TlsTrust,
): SeenCertificate | null {
  const leaf = socket.getPeerX509Certificate()
  if (!leaf) return null
  const [, ...authorities] = buildPath(leaf, trust.getAuthorities())
  const isWhole = isSelfIssued(authorities.at(-1) ?? leaf)
  return {
    ...toChainCertificate(leaf),
    endpoint: formatEndpoint(host, port),
    sans: listNames(leaf.subjectAltName),
    serialNumber: leaf.serialNumber,
    errors: listCertificateErrors(socket, tls?.serverName ?? host, trust),
    chain: listSent(leaf).slice(0, MAX_CHAIN).map(toChainCertificate),
    authorities: isWhole ? authorities.slice(0, MAX_CHAIN).map(toChainCertificate) : [],
  }
}

/** Maximum of certificates kept from a chain. Chains longer than four are rare. */
const MAX_CHAIN = 10

const toChainCertificate = (certificate: X509Certificate): ChainCertificate => ({
  subject: formatDistinguishedName(certificate.subject),
  issuer: formatDistinguishedName(certificate.issuer),
  validFrom: toTimestamp(certificate.validFromDate),
  validTo: toTimestamp(certificate.validToDate),
  fingerprint256: certificate.fingerprint256,
})

/** An unreadable date counts as long past. */
const toTimestamp = (date: Date): number => (Number.isFinite(date.getTime()) ? date.getTime() : 0)

/** Maximum characters of a name. */
const MAX_NAME_LENGTH = 512

/** Node puts each part on a separate line and escapes misleading characters. An empty name is undefined. */
const formatDistinguishedName = (lines: string | undefined): string =>
  (lines ?? '').trimEnd().replaceAll('\n', ', ').slice(0, MAX_NAME_LENGTH)

/** Maximum of alternative names, and maximum characters of all of them. */
const MAX_ALTERNATIVES = 250
const MAX_ALTERNATIVE_TEXT = 16_000

/** Host names and addresses, up to the limits. */
function listNames(text: string | undefined): string[] {
  let room = MAX_ALTERNATIVE_TEXT
  return parseAlternativeNames(text)
    .slice(0, MAX_ALTERNATIVES)
    .map(({ name }) => name)
    .filter((name) => {
      room -= name.length
      return room >= 0
    })
}
