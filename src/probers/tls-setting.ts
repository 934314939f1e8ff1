/** TLS options of HTTP and KEYWORD monitors. */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { type Static, Type } from 'typebox'
import { findReferences } from '../core/monitors/variable.ts'
import { ONE_LINE } from '../core/platform/fields/schema.ts'
import { refuseHostSyntax } from '../net/connection/host.ts'
import { findOptionsProblem, TLS_VERSIONS } from '../net/tls/tls.ts'
import type { SettingsRefusal } from './prober.ts'

/** As large as a file of forty authorities. */
const MAX_PEM_LENGTH = 64 * 1024

const Pem = (title: string, description: string) =>
  Type.Optional(
    Type.String({
      title,
      minLength: 1,
      maxLength: MAX_PEM_LENGTH,
      description: `${description}. {{name}} inserts a variable of the project`,
    }),
  )

const TlsOptions = Type.Object(
  {
    clientCertificate: Pem(
      'Client certificate',
      'PEM, with the authorities that the server needs. Only sent to the host and port of the target',
    ),
    clientKey: Pem('Client key', 'PEM without a passphrase. Hidden after saving'),
    ca: Pem('Certificate authorities', 'PEM. Trusted in place of the authorities of the probe'),
    serverName: Type.Optional(
      Type.String({
        title: 'Server name',
        minLength: 1,
        maxLength: 253,
        [ONE_LINE]: true,
        description:
          'Requested from the server (SNI), and must be in its certificate. Default: the host of the target, or the Host header if the target is an address',
        examples: ['api.internal'],
      }),
    ),
    minVersion: Type.Optional(
      Type.Enum(TLS_VERSIONS, {
        title: 'Minimum TLS version',
        description: '1.2 if absent. 1.0 and 1.1 are for old devices, and also accept weak keys and signatures',
      }),
    ),
    maxVersion: Type.Optional(
      Type.Enum(TLS_VERSIONS, {
        title: 'Maximum TLS version',
        description: '1.3 if absent. 1.2 is for servers that ask for a client certificate after the request',
      }),
    ),
    legacy: Type.Optional(
      Type.Boolean({
        title: 'Weak TLS of old devices',
        description: 'Accepts weak keys and signatures, and servers without secure renegotiation',
      }),
    ),
  },
  { additionalProperties: false },
)
type TlsOptions = Static<typeof TlsOptions>

export const TlsSetting = Type.Optional(
  Type.Union([TlsOptions, Type.Null()], {
    title: 'TLS',
    description:
      'Client certificate, authorities and versions. Redirects to other hosts receive neither the client certificate nor the server name\n\nAn update replaces the whole object; null removes it.',
    examples: [{ server_name: 'api.internal' }],
  }),
)

/** Refuses options that no check could use. */
export function refuseTls({ tls }: { tls?: TlsOptions | null }, target: string): SettingsRefusal | null {
  if (!tls) return null
  const refuse = (field: string, message: string) => ({ key: `tls.${field}`, message })
  const { clientCertificate, clientKey, ca, serverName, minVersion = '1.2', maxVersion } = tls
  if (clientCertificate !== undefined && clientKey === undefined)
    return refuse('client_key', 'is required with client_certificate')
  if (clientCertificate === undefined && clientKey !== undefined)
    return refuse('client_certificate', 'is required with client_key')
  if (maxVersion !== undefined && maxVersion < minVersion)
    return refuse('max_version', `must not be below the minimum TLS version, ${minVersion}`)
  if (serverName !== undefined && (isIP(serverName) !== 0 || refuseHostSyntax(serverName) !== null))
    return refuse('server_name', 'must be a host name, such as api.internal')
  if (URL.parse(target)?.protocol === 'http:' && (clientCertificate ?? serverName) !== undefined)
    return refuse(
      clientCertificate ? 'client_certificate' : 'server_name',
      'requires a target that begins with https://',
    )
  // They are refused again with the values of the variables
  if (findReferences({ tls }).size > 0) return null
  const caIssue = ca === undefined ? null : findCertificateIssue(ca)
  if (caIssue) return refuse('ca', caIssue)
  const identity = clientCertificate === undefined ? null : refuseIdentity(clientCertificate, clientKey!)
  if (identity) return refuse(...identity)
  // The key of sealed options may be unknown
  const problem = clientKey === '' ? null : findOptionsProblem(tls)
  return problem === null ? null : { key: 'tls', message: problem }
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g

/** A signature with a longer key takes more than 20 ms of the probe. */
const MAX_KEY_BITS = 8192

/** Fields for certificates are readable, so they must not contain a key. */
function findCertificateIssue(pem: string): string | null {
  if (pem.includes('PRIVATE KEY-----')) return 'must not contain a private key; only client_key is hidden after saving'
  const blocks = pem.match(CERTIFICATE) ?? []
  if (blocks.length === 0) return 'must contain a certificate in PEM: -----BEGIN CERTIFICATE-----'
  const broken = blocks.findIndex((block) => parseCertificate(block) === null)
  if (broken === -1) return null
  return blocks.length === 1
    ? 'contains a certificate that cannot be read'
    : `contains an unreadable certificate, number ${broken + 1}`
}

function parseCertificate(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem)
  } catch {
    return null
  }
}

/** @returns the field, and why it is refused */
function refuseIdentity(certificate: string, key: string): [field: string, message: string] | null {
  const issue = findCertificateIssue(certificate)
  if (issue) return ['client_certificate', issue]
  if (key === '') return null
  if (/ENCRYPTED/.test(key))
    return [
      'client_key',
      'is encrypted; remove its passphrase, such as with openssl pkey -in encrypted.pem -out key.pem',
    ]
  const privateKey = parseKey(key)
  if (privateKey === null) return ['client_key', 'must be a private key in PEM: -----BEGIN PRIVATE KEY-----']
  if ((privateKey.asymmetricKeyDetails?.modulusLength ?? 0) > MAX_KEY_BITS)
    return ['client_key', `must not have more than ${MAX_KEY_BITS} bits`]
  const [first, ...others] = certificate.match(CERTIFICATE)!.map((block) => new X509Certificate(block))
  if (first!.checkPrivateKey(privateKey)) return null
  return others.some((other) => other.checkPrivateKey(privateKey))
    ? ['client_certificate', 'must begin with the certificate of client_key']
    : ['client_key', 'does not match client_certificate']
}

function parseKey(pem: string): KeyObject | null {
  try {
    return createPrivateKey(pem)
  } catch {
    return null
  }
}
