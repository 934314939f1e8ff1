/**
 * The resources whose forms the API serves, with the requests that the forms send.
 *
 * Display hints of form fields. A test reports a hint whose field no longer exists.
 */
import { RANGE_NAMES } from '../platform/times.ts'
import type { Hint, Hints } from './form-schema.ts'

const ADVANCED: Hint = { 'x-advanced': true }
const ADDRESSES: Hint = { 'x-enum-titles': { first: 'First', any: 'Any' }, ...ADVANCED }
const MONITORS: Hint = { title: 'Monitors', 'x-source': 'monitors' }
const SEVERAL_LINES: Hint = { title: 'Description', 'x-multiline': true }
const ZONE: Hint = { title: 'Time zone', 'x-source': 'time-zones' }

export const MONITOR_HINTS: Hints = {
  type: { 'x-fixed': true },
  interval_seconds: { 'x-unit': 'seconds' },
  timeout_ms: {
    'x-unit': 'milliseconds',
    ...ADVANCED,
  },
  failure_threshold: ADVANCED,
  recovery_threshold: ADVANCED,
  reminder_interval_minutes: {
    'x-unit': 'minutes',
  },
  monitoring_regions: {
    'x-source': 'regions',
  },
  group_id: { 'x-source': 'groups' },
  tags: { 'x-source': 'tags' },
  notification_target_ids: {
    'x-source': 'notification-targets',
  },
  escalation_policy_id: {
    'x-source': 'escalation-policies',
  },
  depends_on_monitor_ids: {
    'x-source': 'monitors',
    ...ADVANCED,
  },
  runbook_url: { examples: ['https://wiki.example.com/shop'] },
  notes: { 'x-multiline': true },
  status: { 'x-enum-titles': { active: 'Active', paused: 'Paused' }, ...ADVANCED },
  // A form that sends the object enables the monitoring, whatever its other fields contain
  'ssl_monitoring.enabled': { default: false },
  'ssl_monitoring.expiry_warning_days': {
    'x-unit': 'days',
  },
  'domain_monitoring.enabled': {
    default: false,
  },
  'domain_monitoring.expiry_warning_days': {
    'x-unit': 'days',
  },
  http_config: { title: 'Request' },
  'http_config.method': ADVANCED,
  'http_config.headers': ADVANCED,
  'http_config.body': { 'x-multiline': true, ...ADVANCED },
  'http_config.follow_redirects': ADVANCED,
  'http_config.expected_status': ADVANCED,
  'http_config.slow_response_threshold_ms': { 'x-unit': 'milliseconds' },
  'http_config.verify_ssl': ADVANCED,
  'http_config.read_body': { 'x-enum-titles': { auto: 'Read', no: 'Not read' }, ...ADVANCED },
  'http_config.ip_version': { 'x-enum-titles': { auto: 'Either', 4: 'IPv4', 6: 'IPv6' }, ...ADVANCED },
  'http_config.authentication': ADVANCED,
  'http_config.authentication.type': {
    'x-enum-titles': { basic: 'User name and password', bearer: 'Token', oauth2: 'OAuth 2 client credentials' },
  },
  'http_config.authentication.username': { 'x-types': ['basic'] },
  'http_config.authentication.password': { 'x-secret': true, 'x-types': ['basic'] },
  'http_config.authentication.token': { 'x-secret': true, 'x-types': ['bearer'] },
  'http_config.authentication.token_url': { 'x-types': ['oauth2'] },
  'http_config.authentication.client_id': { 'x-types': ['oauth2'] },
  'http_config.authentication.client_secret': { 'x-secret': true, 'x-types': ['oauth2'] },
  'http_config.authentication.scopes': { 'x-types': ['oauth2'] },
  'http_config.authentication.audience': { 'x-types': ['oauth2'] },
  'http_config.authentication.client_auth': {
    'x-enum-titles': { basic: 'Header', post: 'Request body' },
    'x-types': ['oauth2'],
  },
  'http_config.tls': ADVANCED,
  'http_config.tls.client_certificate': { 'x-multiline': true },
  'http_config.tls.client_key': { 'x-secret': true, 'x-multiline': true },
  'http_config.tls.ca': { 'x-multiline': true },
  'http_config.tls.legacy': { default: false },
  'http_config.dns_server': ADVANCED,
  'http_config.address': ADDRESSES,
  'http_config.proxy': ADVANCED,
  'http_config.proxy.password': { 'x-secret': true },
  keyword_config: { title: 'Keywords' },
  'keyword_config.keywords.should_contain': { default: true },
  'keyword_config.match_mode': { 'x-enum-titles': { all: 'All must match', any: 'Any must match' } },
  tcp_config: { title: 'Port' },
  'tcp_config.protocol': {
    'x-enum-titles': {
      smtp: 'SMTP',
      pop3: 'POP3',
      imap: 'IMAP',
      ftp: 'FTP',
      ssh: 'SSH',
      http: 'HTTP',
      https: 'HTTPS',
      generic: 'Any',
    },
  },
  'tcp_config.protocol_validation': ADVANCED,
  'tcp_config.protocol_validation.enabled': { default: false },
  'tcp_config.protocol_validation.send': { 'x-multiline': true, 'x-crlf': true },
  dns_config: { title: 'Records' },
  'dns_config.record_entries.match_mode': {
    'x-enum-titles': { any: 'Any must match', all: 'All must match', exact: 'Exact match' },
  },
  'dns_config.dns_server': ADVANCED,
  'tcp_config.dns_server': ADVANCED,
  'tcp_config.address': ADDRESSES,
  'dns_config.resolution_timeout_ms': { 'x-unit': 'milliseconds', ...ADVANCED },
  'heartbeat_config.methods': { 'x-enum-titles': { POST: 'POST and PUT only' }, ...ADVANCED },
  icmp_config: { title: 'Ping' },
  'icmp_config.packet_count': ADVANCED,
  'icmp_config.packet_size': { 'x-unit': 'bytes', ...ADVANCED },
  'icmp_config.timeout_ms': { 'x-unit': 'milliseconds', ...ADVANCED },
  'icmp_config.ttl': ADVANCED,
  'icmp_config.max_packet_loss_percent': { 'x-unit': 'percent', ...ADVANCED },
  heartbeat_config: { title: 'Ping schedule' },
  'heartbeat_config.expected_interval_seconds': { 'x-unit': 'seconds' },
  'heartbeat_config.grace_period_seconds': { 'x-unit': 'seconds' },
  'heartbeat_config.schedule': { 'x-cron': true },
  'heartbeat_config.timezone': ZONE,
}

export const TARGET_HINTS: Hints = {
  name: { examples: ['On-call'] },
  channel: { 'x-fixed': true },
  is_default: { title: 'Default target' },
  is_enabled: { title: 'Enabled' },
  'quiet_hours.mode': {
    'x-enum-titles': { wait: 'All messages', critical_only: 'All except outages and their ends' },
  },
  fallback_target_id: { title: 'Fallback target', 'x-source': 'notification-targets', ...ADVANCED },
  events: {
    title: 'Events',
    'x-enum-titles': {
      down: 'Down',
      degraded: 'Slow responses',
      recovered: 'Recoveries',
      certificate: 'Certificates',
      domain: 'Domains',
      maintenance: 'Maintenance',
      reminder: 'Reminders',
      flapping: 'Flapping',
      probe_trouble: 'Trouble of probes',
    },
    ...ADVANCED,
  },
  config: { title: 'Destination' },
  'config.secret': { 'x-secret': true, ...ADVANCED },
  'config.webhook_url': { 'x-secret': true },
  'config.body': { 'x-multiline': true },
}

export const WINDOW_HINTS: Hints = {
  name: { examples: ['Database upgrade'] },
  monitor_ids: MONITORS,
  group_ids: { title: 'Groups', 'x-source': 'groups' },
  starts_at: { title: 'Start' },
  ends_at: { title: 'End' },
  recurrence: { title: 'Recurrence' },
  'recurrence.cron': { title: 'Schedule', 'x-cron': true },
  'recurrence.duration_minutes': { title: 'Duration', 'x-unit': 'minutes' },
  'recurrence.timezone': ZONE,
  'recurrence.until': { title: 'End of recurrence' },
}

export const POLICY_HINTS: Hints = {
  name: { examples: ['On-call'] },
  'steps.target_ids': { title: 'Notification targets', 'x-source': 'notification-targets' },
  'steps.schedule_ids': { title: 'On-call schedules', 'x-source': 'on-call-schedules' },
  'steps.user_ids': { title: 'Members', 'x-source': 'users' },
}

export const SCHEDULE_HINTS: Hints = {
  name: { examples: ['Platform'] },
  timezone: ZONE,
  'layers.user_ids': { title: 'Members', 'x-source': 'users' },
}

export const GROUP_HINTS: Hints = {
  description: SEVERAL_LINES,
  parent_group_id: { title: 'Parent group', 'x-source': 'groups' },
  'condition.mode': {
    title: 'Members that must be up',
    'x-enum-titles': {
      all: 'All',
      any: 'At least one',
      at_least: 'At least a number',
      percent: 'At least a percentage',
    },
  },
  'condition.value': { title: 'Number or percentage' },
  escalation_policy_id: { 'x-source': 'escalation-policies' },
}

export interface Source {
  title: string
  /** Paths of the create request and of the update request. */
  create: string
  update: { method: string; path: string }
  hints?: Hints
  /** Other names of required fields, for API clients. The form has only the fields, which are optional in the schema. */
  aliases?: Readonly<Record<string, string>>
}

export const FORMS = {
  monitor: { title: 'Monitor', create: '/api/monitors', update: { method: 'PUT', path: '/api/monitors/{id}' } },
  'notification-target': {
    title: 'Notification target',
    create: '/api/notification-targets',
    update: { method: 'PATCH', path: '/api/notification-targets/{id}' },
    hints: TARGET_HINTS,
  },
  'maintenance-window': {
    title: 'Maintenance window',
    create: '/api/maintenance-windows',
    update: { method: 'PUT', path: '/api/maintenance-windows/{id}' },
    hints: WINDOW_HINTS,
    aliases: RANGE_NAMES,
  },
  variable: {
    title: 'Variable',
    create: '/api/projects/{projectId}/variables',
    update: { method: 'PATCH', path: '/api/projects/{projectId}/variables/{id}' },
  },
  'escalation-policy': {
    title: 'Escalation policy',
    create: '/api/escalation-policies',
    update: { method: 'PATCH', path: '/api/escalation-policies/{id}' },
    hints: POLICY_HINTS,
  },
  'on-call-schedule': {
    title: 'On-call schedule',
    create: '/api/on-call-schedules',
    update: { method: 'PATCH', path: '/api/on-call-schedules/{id}' },
    hints: SCHEDULE_HINTS,
  },
  'api-key': {
    title: 'API key',
    create: '/api/auth/api-keys',
    update: { method: 'PATCH', path: '/api/auth/api-keys/{id}' },
  },
  group: {
    title: 'Group',
    create: '/api/groups',
    update: { method: 'PUT', path: '/api/groups/{groupId}' },
    hints: GROUP_HINTS,
  },
} satisfies Record<string, Source>

export const FORM_NAMES = Object.keys(FORMS) as (keyof typeof FORMS)[]
export type FormName = (typeof FORM_NAMES)[number]
