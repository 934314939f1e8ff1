/** Why a handshake failed, in words for people. */

/** What a server says that does not speak TLS looks like this to OpenSSL. */
const NOT_TLS = new Set(['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'ERR_SSL_UNKNOWN_PROTOCOL'])

/** By the end of OpenSSL's code: what it begins with differs from one version of TLS and of OpenSSL to the next. */
const REASONS: readonly (readonly [code: RegExp, words: string])[] = [
  [
    /_(ALERT_PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|WRONG_SSL_VERSION)$/,
    'no common TLS version: this client supports 1.2 and 1.3',
  ],
  // Before TLS 1.3 this alert is all that a server says of either
  [/_ALERT_HANDSHAKE_FAILURE$/, 'the server refused: no common cipher, or it requires a client certificate'],
  [/_ALERT_CERTIFICATE_REQUIRED$/, 'the server requires a client certificate'],
  [/_UNRECOGNIZED_NAME$/, 'the server does not recognize the host name'],
  // More than 100 KiB. Source: SSL_CTX_set_max_cert_list in OpenSSL
  [/_EXCESSIVE_MESSAGE_SIZE$/, 'the server certificates are too large'],
]

/** `tlsv1 alert internal error` and `ssl/tls alert bad certificate` are words of the server, sent as an alert. */
const ALERT = /^(?:tlsv1|tlsv13|sslv3|ssl\/tls)(?: alert)? /

/** OpenSSL's own reason for a broken handshake, or better words for it; null for an error that is not from TLS. */
export function findHandshakeProblem(error: Error): string | null {
  const { code = '', reason = code, library } = error as Error & { code?: string; reason?: string; library?: string }
  if (!/^ERR_(SSL|TLS|OSSL)_/.test(code)) return null
  if (NOT_TLS.has(code)) return 'the response is not TLS'
  if (library?.startsWith('asn1')) return `cannot parse the server certificate (${reason})`
  const known = REASONS.find(([pattern]) => pattern.test(code))
  return known ? known[1] : reason.replace(ALERT, 'the server refused: ')
}
