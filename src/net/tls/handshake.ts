/** Readable messages for failed handshakes. */

/** Codes that OpenSSL reports when the server does not use TLS. */
const NOT_TLS = new Set(['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'ERR_SSL_UNKNOWN_PROTOCOL'])

/** Matched by the end of OpenSSL's code: its beginning differs between versions of TLS and of OpenSSL. */
const REASONS: readonly (readonly [code: RegExp, reason: string])[] = [
  [
    /_(ALERT_PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|WRONG_SSL_VERSION)$/,
    'no common TLS version: this client supports 1.2 and 1.3, and 1.0 and 1.1 only without certificate verification',
  ],
  // Before TLS 1.3, a server sends the same alert in both cases
  [/_ALERT_HANDSHAKE_FAILURE$/, 'the server refused: no common cipher, or it requires a client certificate'],
  [
    /_DH_KEY_TOO_SMALL$/,
    'the server uses a short Diffie-Hellman key, which is accepted only without certificate verification',
  ],
  [
    /_UNSAFE_LEGACY_RENEGOTIATION_DISABLED$/,
    'the server does not support secure renegotiation (RFC 5746), which is accepted only without certificate verification',
  ],
  [/_ALERT_CERTIFICATE_REQUIRED$/, 'the server requires a client certificate'],
  [/_UNRECOGNIZED_NAME$/, 'the server does not recognize the host name'],
  // More than 100 KiB. Source: SSL_CTX_set_max_cert_list in OpenSSL
  [/_EXCESSIVE_MESSAGE_SIZE$/, 'the server certificates are too large'],
]

/** `tlsv1 alert internal error` and `ssl/tls alert bad certificate` are alerts that the server sent. */
const ALERT = /^(?:tlsv1|tlsv13|sslv3|ssl\/tls)(?: alert)? /

/** Returns OpenSSL's reason for a failed handshake, or a more readable one; null for an error that is not from TLS. */
export function findHandshakeProblem(error: Error): string | null {
  const { code = '', reason = code, library } = error as Error & { code?: string; reason?: string; library?: string }
  if (!/^ERR_(SSL|TLS|OSSL)_/.test(code)) return null
  if (NOT_TLS.has(code)) return 'the response is not TLS'
  if (library?.startsWith('asn1')) return `cannot parse the server certificate (${reason})`
  const known = REASONS.find(([pattern]) => pattern.test(code))
  return known ? known[1] : reason.replace(ALERT, 'the server refused: ')
}
