/** The monitors of the demo and their outages. */

export interface DemoMonitor {
  name: string
  body: Record<string, unknown>
  group: string
  /** Response time of a passing check. */
  typicalMs: number
}

/** Minutes before now, duration in minutes, and kind of failure. */
type Outage = [name: string, minutesAgo: number, minutes: number, trouble: keyof typeof TROUBLES]

export const TROUBLES = {
  refused: {
    status: 'down',
    errorType: 'connection_error',
    errorMessage: 'connect 203.0.113.24:443: ECONNREFUSED',
    statusCode: null,
  },
  error503: {
    status: 'down',
    errorType: 'status_code',
    errorMessage: 'status 503, expected 2xx',
    statusCode: 503,
  },
  timeout: {
    status: 'down',
    errorType: 'timeout',
    errorMessage: 'read 203.0.113.24:443: no answer in 10000 ms',
    statusCode: null,
  },
  slow: {
    status: 'degraded',
    errorType: 'slow_response',
    errorMessage: 'answered in 2410 ms, slower than 1500 ms',
    statusCode: 200,
  },
} as const

const toHttpUrl = (host: string, path: string, port: number) => `http://${host}:${port}${path}`

/** @param port port at which every host answers */
export const listDemoMonitors = (port: number): DemoMonitor[] => [
  {
    name: 'Web shop',
    group: 'Shop',
    typicalMs: 182,
    body: { type: 'HTTP', target: toHttpUrl('shop.example.com', '/', port), tags: ['public', 'eu'] },
  },
  {
    name: 'Checkout API',
    group: 'Shop',
    typicalMs: 141,
    body: {
      type: 'HTTP',
      target: toHttpUrl('api.example.com', '/checkout/health', port),
      tags: ['public', 'critical'],
    },
  },
  {
    name: 'Product search',
    group: 'Shop',
    typicalMs: 388,
    body: {
      type: 'KEYWORD',
      target: toHttpUrl('search.example.com', '/?q=lamp', port),
      keyword_config: { keywords: [{ text: 'results', should_contain: true }] },
      http_config: { slow_response_threshold_ms: 1500 },
      tags: ['public'],
    },
  },
  {
    name: 'Payments',
    group: 'Shop',
    typicalMs: 96,
    body: { type: 'HTTP', target: toHttpUrl('pay.example.com', '/status', port), tags: ['critical'] },
  },
  {
    name: 'Image CDN',
    group: 'Shop',
    typicalMs: 41,
    body: { type: 'HTTP', target: toHttpUrl('img.example.com', '/pixel.png', port), tags: ['public'] },
  },
  {
    name: 'Customer database',
    group: 'Infrastructure',
    typicalMs: 3,
    body: { type: 'TCP', target: 'db.example.com', tcp_config: { port }, tags: ['internal'] },
  },
  {
    name: 'Mail relay',
    group: 'Infrastructure',
    typicalMs: 28,
    body: { type: 'TCP', target: 'mail.example.com', tcp_config: { port, protocol: 'generic' }, tags: ['internal'] },
  },
  {
    name: 'Name server',
    group: 'Infrastructure',
    typicalMs: 19,
    body: { type: 'DNS', target: 'example.com', dns_config: { record_entries: [{ record_type: 'A' }] } },
  },
  {
    name: 'Office gateway',
    group: 'Infrastructure',
    typicalMs: 12,
    body: { type: 'HTTP', target: toHttpUrl('gateway.example.com', '/', port), tags: ['internal'] },
  },
  {
    name: 'Old shop',
    group: 'Shop',
    typicalMs: 240,
    body: { type: 'HTTP', target: toHttpUrl('old.example.com', '/', port), status: 'paused' },
  },
]

export const OUTAGES: readonly Outage[] = [
  ['Checkout API', 23, 23, 'error503'],
  ['Product search', 95, 95, 'slow'],
  ['Web shop', 3 * 1440 + 200, 34, 'timeout'],
  ['Web shop', 41 * 1440 + 90, 12, 'error503'],
  ['Payments', 9 * 1440 + 600, 71, 'refused'],
  ['Customer database', 17 * 1440, 8, 'refused'],
  ['Mail relay', 29 * 1440 + 300, 260, 'refused'],
  ['Office gateway', 6 * 1440 + 20, 18, 'timeout'],
  ['Product search', 12 * 1440, 180, 'slow'],
  ['Image CDN', 62 * 1440, 15, 'timeout'],
]
