/** Realistic check results as examples, because independent field values would contradict each other. */

import { CERTIFICATE_EXAMPLE } from '../expiry/certificate-examples.ts'

export const RESULT_EXAMPLE = {
  id: '0198c0de-7a11-7abc-8def-0123456789ab',
  region: 'local',
  checked_at: '2026-01-31T12:00:00.000Z',
  status: 'down',
  response_time_ms: 156.93,
  status_code: 503,
  error_type: 'status_code',
  error_message: 'status 503, expected 2xx',
  timings: { dns_ms: 4.1, connect_ms: 18.2, tls_ms: 37.5, first_byte_ms: 96.3, download_ms: 0.83 },
  remote_address: '192.0.2.7',
}

/** Includes the fields of a single result. */
export const FULL_RESULT_EXAMPLE = {
  ...RESULT_EXAMPLE,
  certificate: CERTIFICATE_EXAMPLE,
  response: {
    seen_at: '2026-01-31T12:00:00.000Z',
    status_code: 503,
    headers: [
      { name: 'Content-Type', value: 'text/plain' },
      { name: 'Set-Cookie', value: '********' },
      { name: 'Retry-After', value: '30' },
    ],
    headers_truncated: false,
    content_type: 'text/plain',
    body: 'upstream connect error or disconnect/reset before headers',
    body_truncated: false,
    body_bytes: 57,
  },
}
