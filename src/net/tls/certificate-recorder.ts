/** What a check notes of the certificate of its target. */
import type { X509Certificate } from 'node:crypto'
import type { TLSSocket } from 'node:tls'
import ipaddr from 'ipaddr.js'
import { type ChainCertificate, hashCertificate, type SeenCertificate } from '../../core/results/certificate.ts'
import { type Connection, formatEndpoint } from '../connection/connection.ts'
import { findProblemCode, listCertificateErrors } from './certificate.ts'

/** Where a connection went, and whether it speaks TLS. */
interface DialedTarget {
  host: string
  port: number
  tls: object | null
}

/** Notes the certificate of the first connection of a check: those after it are of whoever redirects lead to. */
export class CertificateRecorder {
  /** Null when there was none, or the one that is known. */
  newCertificate: SeenCertificate | null = null
  private readonly knownHash: number | null
  private first: Connection | null = null

  /** @param known mark of the one that need not be described again */
  constructor(known: number | null) {
    this.knownHash = known
  }

  /** The connection must be open still. One that was plain first counts. Costs next to nothing for the same certificate. */
  record(connection: Connection, { host, port, tls }: DialedTarget): void {
    this.first ??= connection
    if (tls === null || connection !== this.first) return
    const socket = connection.socket as TLSSocket
    const fingerprint = connection.getFingerprint()
    if (fingerprint === undefined || hashCertificate(fingerprint, findProblemCode(socket)) === this.knownHash) return
    this.newCertificate = describeCertificate(socket, host, port)
  }
}

/** @returns null when none was shown */
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

/** Most certificates of a chain that are kept. Longer ones than four are rare. */
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

/** A date that cannot be read is long past. */
const toTimestamp = (date: Date): number => (Number.isFinite(date.getTime()) ? date.getTime() : 0)

/** Most characters of a name. */
const MAX_NAME_LENGTH = 512

/** Node puts each part on a line of its own, with what would mislead escaped. An empty name is undefined. */
const formatDistinguishedName = (lines: string | undefined): string =>
  (lines ?? '').trimEnd().replaceAll('\n', ', ').slice(0, MAX_NAME_LENGTH)

/** Most alternative names, and most characters of them all. */
const MAX_ALTERNATIVES = 250
const MAX_ALTERNATIVE_TEXT = 16_000

/** A name in quotes holds what would mislead, as JSON. */
const ALTERNATIVE = /(?:^|, )(DNS|IP Address):("(?:[^"\\]|\\.)*"|[^,]*)/g

/** Host names and addresses, as far as they fit. */
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
