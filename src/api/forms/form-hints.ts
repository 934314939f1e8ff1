/** How the fields of a form are asked for. A test says when one of these is no field any more. */
import type { Hint, Hints } from './form-schema.ts'

const ADVANCED: Hint = { 'x-advanced': true }
const MONITORS: Hint = { title: 'Monitors', 'x-source': 'monitors' }
const SEVERAL_LINES: Hint = { title: 'Description', 'x-multiline': true }
const ZONE: Hint = { title: 'Time zone', 'x-source': 'time-zones' }

export const MONITOR_HINTS: Hints = {
  type: { 'x-fixed': true },
  interval_seconds: { description: 'How often it is checked', 'x-unit': 'seconds' },
  timeout_ms: {
    description: 'How long a check may take; less than the interval',
    'x-unit': 'milliseconds',
    ...ADVANCED,
  },
  failure_threshold: ADVANCED,
  recovery_threshold: ADVANCED,
  reminder_interval_minutes: {
    description: 'While an incident is open and nobody has taken it up; 0 is never',
    'x-unit': 'minutes',
  },
  monitoring_regions: {
    description: 'Where it is checked from; chosen for you when empty',
    'x-source': 'regions',
  },
  group_id: { description: 'Where it stands in the list', 'x-source': 'groups' },
  tags: { description: 'To find it by', 'x-source': 'tags' },
  notification_target_ids: {
    description: 'The default targets of the project when left out; nobody when empty',
    'x-source': 'notification-targets',
  },
  depends_on_monitor_ids: {
    description: 'While one of these is down, such as the router in front of it, nobody is alerted of this one',
    'x-source': 'monitors',
    ...ADVANCED,
  },
  status: { 'x-enum-titles': { active: 'Active', paused: 'Paused' }, ...ADVANCED },
  // A form that sends the object asks for the watch, whatever the rest of it says
  'ssl_monitoring.enabled': { default: false, description: 'Of https addresses, and of ports that speak TLS' },
  'ssl_monitoring.check_expiry': { description: 'On each of the days below' },
  'ssl_monitoring.check_validity': { description: 'Out of date, for another host, too weak, or of an unknown issuer' },
  'ssl_monitoring.expiry_warning_days': { description: 'How many days before its end', 'x-unit': 'days' },
  'ssl_monitoring.ignore_self_signed': {
    description: 'One that signs itself, or leads to a root of its own; host and dates must be right all the same',
  },
  'domain_monitoring.enabled': { default: false, description: 'Of the registered domain that the target is under' },
  'domain_monitoring.expiry_warning_days': { description: 'How many days before its end', 'x-unit': 'days' },
  http_config: { title: 'Request' },
  'http_config.method': ADVANCED,
  'http_config.headers': ADVANCED,
  'http_config.body': { 'x-multiline': true, ...ADVANCED },
  'http_config.follow_redirects': ADVANCED,
  'http_config.expected_status': ADVANCED,
  'http_config.slow_response_threshold_ms': { 'x-unit': 'milliseconds' },
  'http_config.verify_ssl': ADVANCED,
  'http_config.ip_version': { 'x-enum-titles': { auto: 'Either', 4: 'IPv4', 6: 'IPv6' }, ...ADVANCED },
  keyword_config: { title: 'Keywords' },
  'keyword_config.keywords.should_contain': { default: true },
  'keyword_config.match_mode': { 'x-enum-titles': { all: 'All of them', any: 'One of them' } },
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
  dns_config: { title: 'Records' },
  'dns_config.record_entries.match_mode': {
    'x-enum-titles': { any: 'Any of them', all: 'All of them', exact: 'Exactly these' },
  },
  'dns_config.dns_server': ADVANCED,
  'dns_config.resolution_timeout_ms': { 'x-unit': 'milliseconds', ...ADVANCED },
  icmp_config: { title: 'Pings' },
  'icmp_config.packet_count': ADVANCED,
  'icmp_config.packet_size': { 'x-unit': 'bytes', ...ADVANCED },
  'icmp_config.timeout_ms': { 'x-unit': 'milliseconds', ...ADVANCED },
  'icmp_config.ttl': ADVANCED,
  'icmp_config.max_packet_loss_percent': { 'x-unit': 'percent', ...ADVANCED },
  heartbeat_config: { title: 'Rhythm' },
  'heartbeat_config.expected_interval_seconds': { 'x-unit': 'seconds' },
  'heartbeat_config.grace_period_seconds': { 'x-unit': 'seconds' },
  'heartbeat_config.schedule': { 'x-cron': true, ...ADVANCED },
  'heartbeat_config.timezone': { ...ZONE, ...ADVANCED },
}

export const TARGET_HINTS: Hints = {
  name: { examples: ['On-call'] },
  channel: { 'x-fixed': true },
  is_default: { title: 'For new monitors', description: 'Taken for new monitors that name no targets' },
  is_enabled: { title: 'Switched on' },
  fallback_target_id: { title: 'Fallback', 'x-source': 'notification-targets', ...ADVANCED },
  config: { title: 'Where it goes' },
  'config.secret': { 'x-secret': true, ...ADVANCED },
  'config.webhook_url': { 'x-secret': true },
}

export const WINDOW_HINTS: Hints = {
  name: { examples: ['Database upgrade'] },
  description: SEVERAL_LINES,
  monitor_ids: MONITORS,
  group_ids: { title: 'Groups', description: 'With all monitors in them and below', 'x-source': 'groups' },
  starts_at: { title: 'Begins' },
  ends_at: { title: 'Ends', description: 'Of the first occurrence, or the only one' },
  recurrence: { title: 'Repeats' },
  'recurrence.cron': { title: 'When', 'x-cron': true },
  'recurrence.duration_minutes': { title: 'Length', 'x-unit': 'minutes' },
  'recurrence.timezone': ZONE,
  'recurrence.until': { title: 'Until' },
}

export const STATUS_PAGE_HINTS: Hints = {
  name: { examples: ['Example Ltd'] },
  slug: { title: 'Address', examples: ['example-ltd'] },
  description: SEVERAL_LINES,
  logo_url: { title: 'Logo', examples: ['https://example.com/logo.svg'], ...ADVANCED },
  theme: { 'x-enum-titles': { auto: "As the reader's device", light: 'Light', dark: 'Dark' }, default: 'auto' },
  accent_color: { title: 'Accent colour', 'x-colour': true },
  custom_domain: { examples: ['status.example.com'], ...ADVANCED },
  is_published: { title: 'Published', description: 'Whether anybody can look at it', default: false },
  password: { 'x-secret': true, ...ADVANCED },
  show_uptime_days: { title: 'Days of uptime', default: 90 },
  'sections.components.monitor_id': { title: 'Monitor', 'x-source': 'monitors' },
  'sections.components.display_name': { title: 'Shown as' },
  'sections.components.description': SEVERAL_LINES,
}

export const GROUP_HINTS: Hints = {
  name: { examples: ['Web shop'] },
  description: { ...SEVERAL_LINES, examples: ['All that customers see'] },
  parent_group_id: { title: 'Inside of', 'x-source': 'groups' },
}

export const INCIDENT_HINTS: Hints = {
  title: { examples: ['Customers cannot pay'] },
  type: { title: 'What is wrong' },
  error_message: { title: 'Details', 'x-multiline': true },
  check_id: { title: 'Monitor', 'x-source': 'monitors' },
  affected_monitor_ids: { title: 'Affected monitors', 'x-source': 'monitors' },
  status_page_update: { title: 'On status pages', 'x-multiline': true },
}
