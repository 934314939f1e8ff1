/** TLS contexts that connections share. */
import { constants, hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext, getCACertificates, type SecureContext, type SecureContextOptions } from 'node:tls'
import { BoundedMap, getOrCreate } from '../../core/platform/maps.ts'
import { ProbeError } from '../../core/results/verdict.ts'
import { type Authorities, parseAuthorities, VerifiedChains } from './certificate-path.ts'

/** The contexts for one choice of authorities and options. */
export interface TlsTrust {
  getShared(): SecureContext
  /** Accepts the TLS of old devices. Only for connections whose certificate is not verified. */
  getLenient(): SecureContext
  /** The authorities that the contexts trust. */
  getAuthorities(): Authorities
}

/**
 * Building a context reads all authorities and costs more than a handshake, so all connections share one. Sessions are
 * never resumed: a resumed session does not present the certificate again.
 */
export interface TlsContexts extends TlsTrust {
  /** Endpoints whose handshake failed with the shared context, although their certificate is not verified. */
  lenientEndpoints: LenientEndpoints
  /** Chains that the shared context has verified. */
  verifiedChains: VerifiedChains
  /**
   * Returns the contexts for the TLS options of a monitor. Monitors share contexts only if all their options are equal.
   *
   * @param offersCertificate whether the server may receive the client certificate
   * @throws ProbeError when OpenSSL refuses the options
   */
  getOwn(options: MonitorTls, offersCertificate: boolean): TlsTrust
}

export const TLS_VERSIONS = ['1.0', '1.1', '1.2', '1.3'] as const

/** TLS options of a monitor. */
export interface MonitorTls {
  /** PEM of the only trusted authorities; absent: the authorities of the probe. */
  ca?: string
  /** PEM of the certificate, and of the authorities that are sent with it. */
  clientCertificate?: string
  /** PEM. */
  clientKey?: string
  minVersion?: (typeof TLS_VERSIONS)[number]
  maxVersion?: (typeof TLS_VERSIONS)[number]
  /** Whether weak keys and signatures are accepted, and servers without secure renegotiation. */
  legacy?: boolean
}

/** Maximum of endpoints. Above it, all are forgotten, which costs each of them one failed handshake. */
const MAX_ENDPOINTS = 10_000

/** Endpoints of old devices, so that only their first check needs a second connection. */
class LenientEndpoints {
  private readonly endpoints = new Set<string>()

  has(endpoint: string): boolean {
    return this.endpoints.has(endpoint)
  }

  add(endpoint: string): void {
    if (this.endpoints.size >= MAX_ENDPOINTS) this.endpoints.clear()
    this.endpoints.add(endpoint)
  }
}

/**
 * @param caFile PEM, trusted in addition to the default authorities
 * @param now milliseconds of a monotonic clock
 * @throws Error when the file cannot be read or holds no certificate
 */
export function createTlsContexts(caFile?: string, now = () => performance.now()): TlsContexts {
  const own = caFile === undefined ? null : readAuthorities(caFile)
  let context = own === null ? null : createTrustingContext(own)
  let lenient: SecureContext | null = null
  let authorities: Authorities | null = null
  const getShared = () => {
    context ??= createSecureContext(OPTIONS)
    return context
  }
  const getAuthorities = () => {
    authorities ??= parseAuthorities(listTrusted(own))
    return authorities
  }
  const ownContexts = new OwnContexts(own, getAuthorities)
  return {
    getShared,
    getOwn: (options, offersCertificate) => ownContexts.get(options, offersCertificate),
    getLenient() {
      lenient ??= createSecureContext({ ...OPTIONS, ...LENIENT, ...(own !== null && { ca: listTrusted(own) }) })
      return lenient
    },
    lenientEndpoints: new LenientEndpoints(),
    getAuthorities,
    verifiedChains: new VerifiedChains({ getShared, getAuthorities, createIssuerContext, now }),
  }
}

/**
 * Excludes the post-quantum key share that OpenSSL offers by default. Creating it costs a fifth of a handshake, and
 * every server accepts one of these curves. Check traffic needs no secrecy for decades.
 */
const OPTIONS: SecureContextOptions = { ecdhCurve: 'X25519:P-256:P-384:P-521' }

/**
 * TLS 1.0 and 1.1, keys and digests below today's strength, and servers without secure renegotiation (RFC 5746).
 * Printers, switches and management boards offer nothing better.
 */
const LENIENT: SecureContextOptions = {
  minVersion: 'TLSv1',
  ciphers: 'DEFAULT@SECLEVEL=0',
  secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT,
}

interface OwnTrust {
  /** For the target of the monitor, which may receive the client certificate. */
  target: TlsTrust
  /** For the targets of redirects to other hosts. */
  others: TlsTrust
}

/** Maximum of options that are remembered to be shared. Above it, some monitors with equal options share no contexts. */
const MAX_SHARED = 10_000

/**
 * Maximum of options with all authorities of the probe, when a file adds some. Building such a context takes 100 ms, and
 * it occupies 1.3 MiB. Other contexts take 0.5 ms and 30 KiB, because they have few authorities or share the default ones.
 */
const MAX_LARGE = 64

/** Contexts for the TLS options of monitors. They exist as long as a monitor has the options. */
class OwnContexts {
  private readonly byOptions = new WeakMap<MonitorTls, OwnTrust>()
  private readonly equal = new BoundedMap<string, WeakRef<OwnTrust>>(MAX_SHARED)
  private readonly large = new BoundedMap<string, OwnTrust>(MAX_LARGE)
  private readonly added: string | null
  private readonly getAuthorities: () => Authorities

  /**
   * @param added PEM of authorities that the probe trusts in addition to the default ones
   * @param getAuthorities all authorities of the probe
   */
  constructor(added: string | null, getAuthorities: () => Authorities) {
    this.added = added
    this.getAuthorities = getAuthorities
  }

  get(options: MonitorTls, offersCertificate: boolean): TlsTrust {
    const trust =
      this.added !== null && !options.ca
        ? this.getLarge(hashOptions(options), options)
        : getOrCreate(this.byOptions, options, () => this.findEqual(hashOptions(options), options))
    return offersCertificate ? trust.target : trust.others
  }

  private getLarge(key: string, options: MonitorTls): OwnTrust {
    const trust = getOrCreate(this.large, key, () => this.create(options))
    this.large.set(key, trust) // Keeps contexts in use
    return trust
  }

  private findEqual(key: string, options: MonitorTls): OwnTrust {
    const known = this.equal.get(key)?.deref()
    if (known) return known
    const created = this.create(options)
    this.equal.set(key, new WeakRef(created))
    return created
  }

  private create(options: MonitorTls): OwnTrust {
    const { clientCertificate, clientKey, ...others } = options
    const identity = clientCertificate && clientKey ? { cert: clientCertificate, key: clientKey } : {}
    return { target: this.createTrust(others, identity), others: this.createTrust(others, {}) }
  }

  private createTrust(
    { ca, minVersion, maxVersion, legacy = false }: MonitorTls,
    identity: SecureContextOptions,
  ): TlsTrust {
    const given: SecureContextOptions = {
      ...OPTIONS,
      ...identity,
      // As in browsers and Go, any given certificate is trusted, even if its own issuer is unknown
      ...(ca ? { ca, allowPartialTrustChain: true } : this.added !== null && { ca: listTrusted(this.added) }),
    }
    const versions: SecureContextOptions = {
      ...(minVersion && { minVersion: OPENSSL_VERSIONS[minVersion] }),
      ...(maxVersion && { maxVersion: OPENSSL_VERSIONS[maxVersion] }),
    }
    // The signatures of TLS 1.0 and 1.1 are below today's strength
    const isWeak = legacy || minVersion === '1.0' || minVersion === '1.1'
    const { ciphers, secureOptions } = LENIENT
    const accepted = { ...versions, ...(isWeak && { ciphers }), ...(legacy && { secureOptions }) }
    return {
      getShared: createOnce(() => createUsableContext({ ...given, ...accepted })),
      getLenient: createOnce(() => createUsableContext({ ...given, ...LENIENT, ...versions })),
      getAuthorities: ca ? createOnce(() => parseAuthorities([ca])) : this.getAuthorities,
    }
  }
}

const hashOptions = (options: MonitorTls): string => hash('sha256', JSON.stringify(options), 'base64')

const OPENSSL_VERSIONS = { '1.0': 'TLSv1', '1.1': 'TLSv1.1', '1.2': 'TLSv1.2', '1.3': 'TLSv1.3' } as const

function createOnce<T>(create: () => T): () => T {
  let value: T | undefined
  return () => {
    value ??= create()
    return value
  }
}

/** @throws ProbeError when OpenSSL refuses the options */
function createUsableContext(options: SecureContextOptions): SecureContext {
  try {
    return createSecureContext(options)
  } catch (error) {
    const { reason, message } = error as Error & { reason?: string }
    const hint = /too (small|weak)/.test(reason ?? '') ? ', which legacy accepts' : ''
    throw new ProbeError(`OpenSSL refuses the TLS options: ${reason ?? message}${hint}`)
  }
}

/** Returns why OpenSSL refuses the TLS options of a monitor; null when it accepts them. */
export function findOptionsProblem(options: MonitorTls): string | null {
  try {
    new OwnContexts(null, () => new Map()).get(options, true).getShared()
    return null
  } catch (error) {
    return (error as Error).message
  }
}

const createTrustingContext = (own: string): SecureContext => createSecureContext({ ...OPTIONS, ca: listTrusted(own) })

const createIssuerContext = (pem: string): SecureContext =>
  createSecureContext({ ...OPTIONS, ca: pem, allowPartialTrustChain: true })

const listTrusted = (own: string | null): string[] => [...getCACertificates('default'), ...(own === null ? [] : [own])]

function readAuthorities(path: string): string {
  const pem = readFileSync(path, 'utf8')
  if (!pem.includes('-----BEGIN CERTIFICATE-----')) throw new Error(`${path} contains no PEM certificate`)
  return pem
}
