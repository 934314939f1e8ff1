/** One source of each product with most of its features, for random changes. */
import type { ImportKind } from '../../../src/importers/kinds.ts'

const stack = (type: string, attributes: object) => ({ id: '1', type, attributes })

const KUMA_MONITOR = {
  url: 'https://example.com/',
  hostname: 'example.com',
  port: 80,
  keyword: 'ok',
  interval: 60,
  retryInterval: 20,
  maxretries: 2,
  resendInterval: 3,
  accepted_statuscodes: ['200-299', '404'],
  headers: '{"Accept": "text/html"}',
  body: 'text',
  authMethod: 'basic',
  basic_auth_user: 'user',
  notificationIDList: { 1: true },
  tags: [{ tag_id: 1, name: 'env', value: 'prod' }],
  parent: 1,
  dns_resolve_server: '192.0.2.53',
  dns_resolve_type: 'A',
  conditions: [{ type: 'expression', operator: 'equals', value: '192.0.2.1' }],
  expiryNotification: true,
}

const GATUS_ENDPOINT = {
  group: 'core',
  interval: '1m',
  headers: { Accept: 'text/html' },
  conditions: ['[STATUS] == 200', '[BODY] == pat(*ok*)', '[RESPONSE_TIME] < 100', '[CERTIFICATE_EXPIRATION] > 48h'],
  client: { timeout: '5s', insecure: true },
  alerts: [{ type: 'slack', 'minimum-reminder-interval': '1h' }],
  'maintenance-windows': [{ start: '01:00', duration: '1h' }],
}

const ROBOT_MONITOR = {
  url: 'https://example.com/',
  interval: 60,
  timeout: 30,
  port: 80,
  keywordType: 'ALERT_EXISTS',
  keywordValue: 'error',
  successHttpResponseCodes: ['2xx'],
  config: { dnsRecords: { A: ['192.0.2.1'] }, sslExpirationPeriodDays: [7] },
  customHttpHeaders: { Accept: 'text/html' },
  assignedAlertContacts: [{ alertContactId: 5, threshold: 1, recurrence: 5 }],
}

const STACK_MONITOR = {
  url: 'https://example.com/',
  pronounceable_name: 'Site',
  monitor_group_id: 1,
  check_frequency: 60,
  request_timeout: 15,
  required_keyword: 'ok',
  port: '25,465',
  request_body: 'example.com TXT',
  request_headers: [{ name: 'Accept', value: 'text/html' }],
  confirmation_period: 60,
  ssl_expiration: 7,
  maintenance_from: '01:00',
  maintenance_to: '02:00',
  maintenance_days: ['mon'],
}

/** The files of each source. */
export const SAMPLES: Readonly<Record<ImportKind, readonly unknown[]>> = {
  'uptime-kuma': [
    {
      notificationList: [{ id: 1, name: 'Mail', config: '{"type": "smtp", "smtpTo": "a@example.com, b@example.com"}' }],
      monitorList: ['group', 'http', 'keyword', 'ping', 'port', 'dns', 'push'].map((type, index) => ({
        ...KUMA_MONITOR,
        id: index + 1,
        name: type,
        type,
      })),
    },
  ],
  gatus: [
    {
      alerting: { slack: { 'webhook-url': 'https://hooks.slack.com/a', overrides: [{ group: 'core' }] } },
      maintenance: { start: '23:00', duration: '1h', every: ['Monday'] },
      endpoints: ['https://example.com/', 'icmp://example.com', 'tls://example.com:443'].map((url) => ({
        ...GATUS_ENDPOINT,
        name: url,
        url,
      })),
      'external-endpoints': [{ name: 'job', heartbeat: { interval: '5m' } }],
    },
  ],
  blackbox: [
    {
      modules: {
        web: { prober: 'http', http: { valid_status_codes: [200], fail_if_body_matches_regexp: ['error'] } },
        mail: { prober: 'tcp', tcp: { tls: true, query_response: [{ expect: '^220' }] } },
        names: { prober: 'dns', dns: { query_name: 'example.com', query_type: 'A' } },
      },
    },
    {
      scrape_configs: ['web', 'mail', 'names'].map((module) => ({
        job_name: module,
        params: { module: [module] },
        static_configs: [{ targets: ['192.0.2.1:25', '192.0.2.2:25'], labels: { site: 'berlin' } }],
      })),
    },
  ],
  healthchecks: [
    {
      checks: [
        { name: 'interval', tags: 'a b', grace: 600, timeout: 3_600, uuid: '31365bce-8da9-4729-8ff3-aaa71d56b712' },
        { name: 'schedule', grace: 6_000, schedule: '15 5 * * *', tz: 'Europe/Riga' },
      ],
    },
  ],
  uptimerobot: [
    {
      data: ['HTTP', 'KEYWORD', 'PING', 'PORT', 'DNS', 'HEARTBEAT'].map((type, id) => ({
        ...ROBOT_MONITOR,
        id,
        type,
        friendlyName: type,
      })),
    },
    { data: [{ id: 5, type: 'Email', value: 'ops@example.com' }] },
  ],
  'better-stack': [
    {
      data: ['status', 'keyword', 'tcp', 'dns'].map((type) =>
        stack('monitor', { ...STACK_MONITOR, monitor_type: type }),
      ),
    },
    {
      data: [
        stack('monitor_group', { name: 'Web' }),
        stack('heartbeat', { name: 'Job', period: 60, grace: 5 }),
        stack('status_page', { company_name: 'Example', subdomain: 'example', custom_domain: 'status.example.com' }),
        stack('status_page_section', { name: 'Web', position: 1 }),
        stack('status_page_resource', { resource_id: 1, resource_type: 'Monitor', status_page_section_id: 1 }),
      ],
    },
  ],
  statuspage: [
    { id: 'p', name: 'Example', subdomain: 'example', support_url: 'https://example.com/', css_blues: '#112233' },
    [{ id: 'g', group: true, name: 'Web', position: 1 }],
  ],
}
