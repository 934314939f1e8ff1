import type { FieldTexts } from '../../service-texts/service-texts.ts'
import { requestFields } from './request-fields.ts'

/** Texts of form fields by form and path, used by `parts/forms/schema-form`. Missing fields use the API's texts. */
export const formFields = {
  'monitor.name': { title: 'Name' },
  'monitor.HTTP.target': { title: 'URL', help: '' },
  'monitor.KEYWORD.target': { title: 'URL', help: '' },
  'monitor.ICMP.target': { title: 'Host' },
  'monitor.TCP.target': { title: 'Host' },
  'monitor.DNS.target': { title: 'Domain name', help: '' },
  'monitor.interval_seconds': { title: 'Check interval', help: '' },
  'monitor.timeout_ms': {
    title: 'Timeout',
  },
  'monitor.group_id': { title: 'Group', help: '' },
  'monitor.tags': { title: 'Tags' },
  'monitor.notification_target_ids': {
    title: 'Notification targets',
  },
  'monitor.escalation_policy_id': {
    title: 'Escalation policy',
  },
  'monitor.reminder_interval_minutes': {
    title: 'Reminder interval',
  },
  'monitor.failure_threshold': {
    title: 'Failure threshold',
  },
  'monitor.recovery_threshold': {
    title: 'Recovery threshold',
  },
  'monitor.depends_on_monitor_ids': {
    title: 'Depends on',
  },
  'monitor.monitoring_regions': { title: 'Region selection', help: '' },
  'monitor.runbook_url': { title: 'Runbook' },
  'monitor.notes': { title: 'Notes' },
  'monitor.status': {
    title: 'Status',
    help: '',
    options: { active: 'Active: checks run', paused: 'Paused: no checks run' },
  },
  'monitor.ssl_monitoring': { title: 'SSL certificate' },
  'monitor.ssl_monitoring.enabled': {
    title: 'Monitor the SSL certificate',
  },
  'monitor.ssl_monitoring.check_expiry': {
    title: 'Warn before expiry',
  },
  'monitor.ssl_monitoring.check_validity': {
    title: 'Alert on an invalid certificate',
  },
  'monitor.ssl_monitoring.expiry_warning_days': { title: 'Warning days' },
  'monitor.ssl_monitoring.ignore_self_signed': {
    title: 'Accept self-signed certificates',
  },
  'monitor.domain_monitoring': { title: 'Domain' },
  'monitor.domain_monitoring.enabled': {
    title: 'Monitor the domain registration',
  },
  'monitor.domain_monitoring.expiry_warning_days': {
    title: 'Warning days',
  },

  ...requestFields,
  'monitor.keyword_config': { title: 'Keywords' },
  'monitor.keyword_config.keywords': { title: 'Keywords' },
  'monitor.keyword_config.keywords.text': { title: 'Keyword', help: '' },
  'monitor.keyword_config.keywords.should_contain': {
    title: 'Must be present',
  },
  'monitor.keyword_config.match_mode': {
    title: 'Match mode',
    help: '',
    options: { all: 'All must match', any: 'Any must match' },
  },
  'monitor.keyword_config.case_sensitive': { title: 'Match case', help: '' },
  'monitor.icmp_config': { title: 'Ping' },
  'monitor.icmp_config.packet_count': { title: 'Packets per check', help: '' },
  'monitor.icmp_config.packet_size': { title: 'Packet size' },
  'monitor.icmp_config.timeout_ms': {
    title: 'Packet timeout',
  },
  'monitor.icmp_config.ttl': { title: 'Time to live (TTL)' },
  'monitor.icmp_config.max_packet_loss_percent': {
    title: 'Tolerated packet loss',
  },
  'monitor.tcp_config': { title: 'Port' },
  'monitor.tcp_config.port': { title: 'Port' },
  'monitor.tcp_config.dns_server': { title: 'DNS server' },
  'monitor.tcp_config.address': {
    title: 'Addresses',
    help: 'Any: the addresses of the name are tried one after another. Only the first, if empty',
    options: { first: 'First', any: 'Any' },
  },
  'monitor.tcp_config.protocol': {
    title: 'Protocol',
    options: { generic: 'Generic' },
  },
  'monitor.tcp_config.protocol_validation': { title: 'Protocol check' },
  'monitor.tcp_config.protocol_validation.enabled': {
    title: 'Check the protocol',
  },
  'monitor.tcp_config.protocol_validation.send': {
    title: 'Data to send',
    help: 'Sent on connect. Generic protocol only. Each line break is sent as CR LF, so end a command with a line break. {{name}} inserts a variable of the project.',
  },
  'monitor.tcp_config.protocol_validation.expect': {
    title: 'Expected response',
  },
  'monitor.dns_config': { title: 'DNS records' },
  'monitor.dns_config.record_entries': { title: 'Records', help: '' },
  'monitor.dns_config.record_entries.record_type': { title: 'Record type' },
  'monitor.dns_config.record_entries.expected_values': {
    title: 'Expected values',
  },
  'monitor.dns_config.record_entries.match_mode': {
    title: 'Match mode',
    help: '',
    options: { any: 'Any value must match', all: 'All values must match', exact: 'Exactly these values' },
  },
  'monitor.dns_config.dns_server': {
    title: 'DNS server',
  },
  'monitor.dns_config.resolution_timeout_ms': { title: 'Resolution timeout' },
  'monitor.heartbeat_config': { title: 'Heartbeat schedule' },
  'monitor.heartbeat_config.expected_interval_seconds': {
    title: 'Ping interval',
  },
  'monitor.heartbeat_config.grace_period_seconds': { title: 'Grace period' },
  'monitor.heartbeat_config.schedule': {
    title: 'Schedule',
  },
  'monitor.heartbeat_config.timezone': { title: 'Time zone' },
  'monitor.heartbeat_config.methods': {
    title: 'Methods that count',
    options: { POST: 'POST and PUT only' },
  },

  'group.name': { title: 'Name' },
  'group.description': { title: 'Description' },
  'group.parent_group_id': { title: 'Parent group' },
  'group.condition': {
    title: 'Condition',
    help: 'Gives the group a status and incidents of its own. While it is down, it holds the alerts of its members.',
  },
  'group.condition.mode': {
    title: 'Members that must be up',
    help: '',
    options: { all: 'All', any: 'At least one', at_least: 'At least a number', percent: 'At least a percentage' },
  },
  'group.condition.value': { title: 'Number or percentage', help: 'Only for a number or a percentage.' },
  'group.escalation_policy_id': { title: 'Escalation policy', help: '' },
  'variable.name': { title: 'Name' },
  'variable.value': { title: 'Value' },
  'variable.is_secret': { title: 'Secret' },
  'variable.description': { title: 'Description' },
  'api-key.name': { title: 'Name' },
  'api-key.scope': { title: 'Access', options: { read: 'Read-only', read_write: 'Read and write' } },
  'api-key.expires_at': { title: 'Expires on' },
  'escalation-policy.name': { title: 'Name' },
  'escalation-policy.steps': { title: 'Steps' },
  'escalation-policy.steps.after_minutes': { title: 'Minutes after the alert' },
  'escalation-policy.steps.target_ids': { title: 'Notification targets' },
  'escalation-policy.steps.schedule_ids': { title: 'On-call schedules' },
  'escalation-policy.steps.user_ids': { title: 'Members' },
  'escalation-policy.repeat_count': { title: 'Repeats' },
  'escalation-policy.repeat_after_minutes': { title: 'Minutes after the last step' },
  'on-call-schedule.name': { title: 'Name' },
  'on-call-schedule.description': { title: 'Description' },
  'on-call-schedule.timezone': { title: 'Time zone' },
  'on-call-schedule.layers': { title: 'Layers' },
  'on-call-schedule.layers.name': { title: 'Name of the layer' },
  'on-call-schedule.layers.user_ids': { title: 'Members in the order of their turns' },
  'on-call-schedule.layers.rotation': { title: 'Rotation' },
  'on-call-schedule.layers.shift_length': { title: 'Length of a turn' },
  'on-call-schedule.layers.handover_time': { title: 'Handover time', help: '' },
  'on-call-schedule.layers.handover_weekday': { title: 'Handover day' },
  'on-call-schedule.layers.starts_on': { title: 'First day' },
  'on-call-schedule.layers.restrictions': { title: 'Restrictions' },
  'on-call-schedule.layers.restrictions.from': { title: 'From (time)' },
  'on-call-schedule.layers.restrictions.to': { title: 'To (time)', help: '' },
  'on-call-schedule.layers.restrictions.from_weekday': { title: 'From' },
  'on-call-schedule.layers.restrictions.to_weekday': { title: 'To' },
  'maintenance-window.name': { title: 'Name' },
  'maintenance-window.description': { title: 'Description' },
  'maintenance-window.monitor_ids': { title: 'Monitors', help: '' },
  'maintenance-window.group_ids': { title: 'Groups' },
  'maintenance-window.starts_at': { title: 'Start' },
  'maintenance-window.ends_at': { title: 'End' },
  'maintenance-window.recurrence.timezone': { title: 'Time zone' },
  'maintenance-window.recurrence.cron': { title: 'Cron expression' },
  'maintenance-window.recurrence.duration_minutes': { title: 'Duration of each occurrence, in minutes' },
  'maintenance-window.recurrence.until': { title: 'Repeat until' },
} satisfies Record<string, FieldTexts>

export type FormFields = Readonly<Record<keyof typeof formFields, FieldTexts>>
