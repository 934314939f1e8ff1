/** Display hints of form fields. A test reports a hint whose field no longer exists. */
import type { Hint, Hints } from './form-schema.ts'

const ADVANCED: Hint = { 'x-advanced': true }
const MONITORS: Hint = { title: 'Monitors', 'x-source': 'monitors' }
const SEVERAL_LINES: Hint = { title: 'Description', 'x-multiline': true }
const ZONE: Hint = { title: 'Time zone', 'x-source': 'time-zones' }

export const MONITOR_HINTS: Hints = {
  type: { 'x-fixed': true },
  interval_seconds: { description: 'Time between checks', 'x-unit': 'seconds' },
  timeout_ms: {
    description: 'Maximum duration of a check; must be shorter than the interval',
    'x-unit': 'milliseconds',
    ...ADVANCED,
  },
  failure_threshold: ADVANCED,
  recovery_threshold: ADVANCED,
  reminder_interval_minutes: {
    description: 'Repeats notifications while an incident is open and not acknowledged; 0 sends no reminders',
    'x-unit': 'minutes',
  },
  monitoring_regions: {
    description: 'Regions that run the checks; selected automatically if empty',
    'x-source': 'regions',
  },
  group_id: { description: 'Group in the monitor list', 'x-source': 'groups' },
  tags: { description: 'Used for filtering and search', 'x-source': 'tags' },
  notification_target_ids: {
    description: 'Recipients of alerts. Default: the default targets of the project; an empty list sends no alerts',
    'x-source': 'notification-targets',
  },
  escalation_policy_id: {
    description: 'Notifies its steps one after another, instead of the notification targets, until a user acknowledges',
    'x-source': 'escalation-policies',
  },
  depends_on_monitor_ids: {
    description: 'Alerts are held while one of these monitors is down, such as a router',
    'x-source': 'monitors',
    ...ADVANCED,
  },
  runbook_url: { description: 'Alerts link to these instructions', examples: ['https://wiki.example.com/shop'] },
  notes: { description: 'Alerts contain this text', 'x-multiline': true },
  status: { 'x-enum-titles': { active: 'Active', paused: 'Paused' }, ...ADVANCED },
  // A form that sends the object enables the monitoring, whatever its other fields contain
  'ssl_monitoring.enabled': { default: false, description: 'Works for https:// URLs and TLS ports' },
  'ssl_monitoring.check_expiry': { description: 'Sends a warning on each of the warning days' },
  'ssl_monitoring.check_validity': { description: 'Reports expired, mismatched, weak or untrusted certificates' },
  'ssl_monitoring.expiry_warning_days': {
    description: 'Days before expiry on which a warning is sent',
    'x-unit': 'days',
  },
  'ssl_monitoring.ignore_self_signed': {
    description: 'Accepts self-signed certificates and unknown roots; host name and dates must still be valid',
  },
  'domain_monitoring.enabled': {
    default: false,
    description: 'Sends a notification before the registered domain of the target expires',
  },
  'domain_monitoring.expiry_warning_days': {
    description: 'Days before expiry on which a warning is sent',
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
  'http_config.ip_version': { 'x-enum-titles': { auto: 'Either', 4: 'IPv4', 6: 'IPv6' }, ...ADVANCED },
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
  is_default: { title: 'Default target', description: 'Used for new monitors without selected targets' },
  is_enabled: { title: 'Enabled' },
  'quiet_hours.mode': {
    description: 'Messages that are held in the quiet hours',
    'x-enum-titles': { wait: 'All messages', critical_only: 'All except outages and their ends' },
  },
  fallback_target_id: { title: 'Fallback target', 'x-source': 'notification-targets', ...ADVANCED },
  events: {
    title: 'Events',
    description: 'Messages that the target receives',
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

export const STATUS_PAGE_HINTS: Hints = {
  name: { examples: ['Example Ltd'] },
  slug: { title: 'Slug', examples: ['example-ltd'] },
  description: SEVERAL_LINES,
  logo_url: { title: 'Logo', examples: ['https://example.com/logo.svg'], ...ADVANCED },
  theme: { 'x-enum-titles': { auto: 'Match system', light: 'Light', dark: 'Dark' }, default: 'auto' },
  accent_color: { title: 'Accent colour', 'x-colour': true },
  custom_domain: { examples: ['status.example.com'], ...ADVANCED },
  is_published: { title: 'Published', description: 'Whether the page is visible to readers', default: false },
  password: { 'x-secret': true, ...ADVANCED },
  is_indexed: { description: 'Whether search engines may index the page' },
  allows_subscribers: { description: 'Whether readers may subscribe to updates by email' },
  show_uptime_days: { title: 'Uptime days', default: 90 },
  'sections.components.monitor_id': { title: 'Monitor', 'x-source': 'monitors' },
  'sections.components.display_name': { title: 'Display name' },
  'sections.components.description': SEVERAL_LINES,
}

export const POLICY_HINTS: Hints = {
  name: { examples: ['On-call'] },
  'steps.target_ids': { title: 'Notification targets', 'x-source': 'notification-targets' },
  'steps.schedule_ids': { title: 'On-call schedules', 'x-source': 'on-call-schedules' },
}

export const SCHEDULE_HINTS: Hints = {
  name: { examples: ['Platform'] },
  timezone: ZONE,
  'layers.user_ids': { title: 'Members', 'x-source': 'users' },
}

export const GROUP_HINTS: Hints = {
  description: SEVERAL_LINES,
  parent_group_id: { title: 'Parent group', 'x-source': 'groups' },
  escalation_policy_id: { 'x-source': 'escalation-policies' },
}
