/** Records the certificate of a check's target. */
import type { X509Certificate } from 'node:crypto'
import type { TLSSocket } from 'node:tls'
import ipaddr from 'ipaddr.js'
import { type ChainCertificate, hashCertificate, type SeenCertificate } from '../../core/results/certificate.ts'
import { type Connection, formatEndpoint } from '../connection/connection.ts'
import { findProblemCode, listCertificateErrors } from './certificate.ts'

/** Destination of a connection, and whether it uses TLS. */
interface DialedTarget {
  host: string
  port: number
  tls: object | null
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
  record(connection: Connection, { host, port, tls }: DialedTarget): void {
    this.first ??= connection
    if (tls === null || connection !== this.first) return
    const socket = connection.socket as TLSSocket
    const fingerprint = connection.getFingerprint()
    if (fingerprint === undefined || hashCertificate(fingerprint, findProblemCode(socket)) === this.knownHash) return
    this.newCertificate = describeCertificate(socket, host, port)
  }
}

/** @returns null when the server presented no certificate */
export function describeCertificate(socket: TLSSocket, host: string, port: number): SeenCertificate | null {
  const leaf = socket.getPeerX509Certificate()
  return leaf
    ? {
        ...toChainCertificate(leaf),
        endpoint: formatEndpoint(host, port),
        sans: parseAlternativeNames(leaf.subjectAltName),
        serialNumber: leaf.serialNumber,
        errors: listCertificateErrors(socket, host),
        chain: listSentChain(leaf).map(toChainCertificate),
      }
    : null
}

/** Maximum of certificates kept from a chain. Chains longer than four are rare. */
const MAX_CHAIN = 10

function listSentChain(leaf: X509Certificate): X509Certificate[] {
  const chain: X509Certificate[] = []
  for (let next: X509Certificate | undefined = leaf; next && chain.length < MAX_CHAIN; next = next.issuerCertificate)
    chain.push(next)
  return chain
}

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

/** A quoted name contains misleading characters, encoded as JSON. */
const ALTERNATIVE = /(?:^|, )(DNS|IP Address):("(?:[^"\\]|\\.)*"|[^,]*)/g

/** Host names and addresses, up to the limits. */
function parseAlternativeNames(text: string | undefined): string[] {
  let room = MAX_ALTERNATIVE_TEXT
  return [...(text ?? '').matchAll(ALTERNATIVE)]
    .slice(0, MAX_ALTERNATIVES)
    .map(([, kind, name]) => (kind === 'DNS' ? removeQuotes(name!) : shortenAddress(name!)))
    .filter((name) => {
      room -= name.length
      return room >= 0
    })
}

const removeQuotes = (name: string): string => (name.startsWith('"') ? (JSON.parse(name) as string) : name)

/** OpenSSL writes IPv6 in full: `0:0:0:0:0:0:0:1` */
const shortenAddress = (address: string): string =>
  ipaddr.isValid(address) ? ipaddr.parse(address).toString() : address
