/**
 * Example certificates of the API reference. They form one coherent chain, because independent field values contradict
 * each other.
 */

const LEAF = {
  subject: 'CN=shop.example.com',
  issuer: 'O=Example Trust, CN=Example Authority R1',
  valid_from: '2025-12-20T00:00:00.000Z',
  valid_to: '2026-03-20T00:00:00.000Z',
  fingerprint256: '3A:1C:9E:04:7F:52:D8:B6:20:EE:41:93:0C:AB:75:D2:68:1F:E7:5B:94:36:C0:8D:12:FA:4E:B9:63:07:D5:A8',
}

const AUTHORITY = {
  subject: 'O=Example Trust, CN=Example Authority R1',
  issuer: 'O=Example Trust, CN=Example Root',
  valid_from: '2020-09-04T00:00:00.000Z',
  valid_to: '2030-09-04T00:00:00.000Z',
  fingerprint256: '67:AD:D1:16:6B:02:0A:E6:1B:8F:5F:C9:68:13:C0:4C:2A:A5:89:96:07:96:86:55:72:A3:C7:E7:37:61:3D:FD',
}

const SPAN = { ...LEAF, first_seen_at: '2025-12-20T00:10:03.000Z', last_seen_at: '2026-01-31T06:00:00.000Z' }

const PREVIOUS = {
  ...LEAF,
  valid_from: '2025-10-21T00:00:00.000Z',
  valid_to: '2026-01-19T00:00:00.000Z',
  fingerprint256: 'C4:88:51:F3:2D:7A:06:9B:E5:10:B8:4C:D7:63:2F:A1:9E:05:74:EB:38:C2:5D:F6:81:0A:97:43:BC:1E:60:D9',
  first_seen_at: '2025-10-21T00:09:58.000Z',
  last_seen_at: '2025-12-20T00:09:03.000Z',
}

export const CERTIFICATE_EXAMPLE = {
  ...LEAF,
  sans: ['shop.example.com', 'www.shop.example.com'],
  days_remaining: 47,
  lifetime_days: 90,
  serial_number: '04B3E7A90C15D2F8',
  errors: [],
  chain: [LEAF, AUTHORITY],
  expires_first: { ...LEAF, days_remaining: 47 },
}

export const MONITOR_CERTIFICATE_EXAMPLE = {
  ...CERTIFICATE_EXAMPLE,
  is_valid: true,
  warning_days: null,
  warned_days: null,
  warned_at: null,
  incident_id: null,
  first_seen_at: SPAN.first_seen_at,
  last_seen_at: SPAN.last_seen_at,
  region: 'local',
  changed_at: SPAN.first_seen_at,
  previous: PREVIOUS,
  history: [SPAN, PREVIOUS],
}
