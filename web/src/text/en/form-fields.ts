/** Texts of form fields by form and path, used by `parts/schema-form`. Missing fields use the API's texts. */
export const formFields = {
  'monitor.name': { title: 'Name' },
  'monitor.HTTP.target': { title: 'URL', help: '' },
  'monitor.KEYWORD.target': { title: 'URL', help: '' },
  'monitor.ICMP.target': { title: 'Host', help: 'Hostname or IP address' },
  'monitor.TCP.target': { title: 'Host', help: 'Hostname or IP address' },
  'monitor.DNS.target': { title: 'Domain name', help: '' },
  'monitor.interval_seconds': { title: 'Check interval', help: '' },
  'monitor.timeout_ms': {
    title: 'Timeout',
    help: 'A check that takes longer fails. Must be shorter than the interval.',
  },
  'monitor.group_id': { title: 'Group', help: '' },
  'monitor.tags': { title: 'Tags', help: 'Used for filtering and search, for example production or shop' },
  'monitor.notification_target_ids': {
    title: 'Notification targets',
    help: 'Notified when the monitor goes down and when it recovers',
  },
  'monitor.escalation_policy_id': {
    title: 'Escalation policy',
    help: 'Notifies its steps one after another, instead of the notification targets, until a user acknowledges the incident.',
  },
  'monitor.reminder_interval_minutes': {
    title: 'Reminder interval',
    help: 'Repeats the alert until the incident is acknowledged or resolved. 0 turns reminders off.',
  },
  'monitor.failure_threshold': {
    title: 'Failure threshold',
    help: 'Consecutive failed checks before a region counts as down',
  },
  'monitor.recovery_threshold': {
    title: 'Recovery threshold',
    help: 'Consecutive passed checks before a region counts as up again',
  },
  'monitor.depends_on_monitor_ids': {
    title: 'Depends on',
    help: 'Alerts are suppressed while one of these monitors is down, for example an upstream router',
  },
  'monitor.monitoring_regions': { title: 'Region selection' },
  'monitor.runbook_url': { title: 'Runbook', help: 'Alerts link to these instructions' },
  'monitor.notes': { title: 'Notes', help: 'Plain text that every alert contains, up to 4,000 characters' },
  'monitor.status': {
    title: 'Status',
    help: '',
    options: { active: 'Active: checks run', paused: 'Paused: no checks run' },
  },
  'monitor.ssl_monitoring': { title: 'SSL certificate' },
  'monitor.ssl_monitoring.enabled': {
    title: 'Monitor the SSL certificate',
    help: 'Works for https:// URLs and TLS ports',
  },
  'monitor.ssl_monitoring.check_expiry': {
    title: 'Warn before expiry',
    help: 'Sends a notification on each warning day below',
  },
  'monitor.ssl_monitoring.check_validity': {
    title: 'Alert on an invalid certificate',
    help: 'Expired, issued for another host, too weak, or from an unknown issuer',
  },
  'monitor.ssl_monitoring.expiry_warning_days': { title: 'Warning days', help: 'Days before expiry' },
  'monitor.ssl_monitoring.ignore_self_signed': {
    title: 'Accept self-signed certificates',
    help: 'Also accepts certificates from your own CA. Host and dates must still be valid.',
  },
  'monitor.domain_monitoring': { title: 'Domain' },
  'monitor.domain_monitoring.enabled': {
    title: 'Monitor the domain registration',
    help: 'Sends a notification before the registered domain of the target expires',
  },
  'monitor.domain_monitoring.expiry_warning_days': {
    title: 'Warning days',
    help: 'Days before expiry',
  },

  'monitor.http_config': { title: 'Request' },
  'monitor.http_config.method': { title: 'Method' },
  'monitor.http_config.headers': {
    title: 'Request headers',
    help: 'Values of Authorization, Cookie and X-Api-Key are hidden after saving. {{name}} inserts a variable of the project.',
  },
  'monitor.http_config.body': {
    title: 'Request body',
    help: 'Set a Content-Type header to declare its type. {{name}} inserts a variable of the project.',
  },
  'monitor.http_config.follow_redirects': { title: 'Follow redirects', help: 'At most 10 redirects' },
  'monitor.http_config.expected_status': {
    title: 'Expected status codes',
    help: 'Codes, 2xx or 200-299. Any 2xx if empty, also any 3xx if redirects are not followed.',
  },
  'monitor.http_config.slow_response_threshold_ms': {
    title: 'Slow response threshold',
    help: 'A slower response counts as degraded. No limit if empty.',
  },
  'monitor.http_config.verify_ssl': {
    title: 'Fail on an invalid SSL certificate',
    help: 'An invalid certificate counts as a failed check',
  },
  'monitor.http_config.ip_version': {
    title: 'IP version',
    help: '',
    options: { auto: 'IPv4 or IPv6', 4: 'IPv4 only', 6: 'IPv6 only' },
  },
  'monitor.keyword_config': { title: 'Keywords' },
  'monitor.keyword_config.keywords': { title: 'Keywords', help: 'Searched in the first 2 MiB of the response text' },
  'monitor.keyword_config.keywords.text': { title: 'Keyword', help: '' },
  'monitor.keyword_config.keywords.should_contain': {
    title: 'Must be present',
    help: 'If off, the keyword must be absent',
  },
  'monitor.keyword_config.match_mode': {
    title: 'Match mode',
    help: '',
    options: { all: 'All must match', any: 'Any must match' },
  },
  'monitor.keyword_config.case_sensitive': { title: 'Match case', help: '' },
  'monitor.icmp_config': { title: 'Ping' },
  'monitor.icmp_config.packet_count': { title: 'Packets per check', help: '' },
  'monitor.icmp_config.packet_size': { title: 'Packet size', help: 'Payload after the ICMP header' },
  'monitor.icmp_config.timeout_ms': {
    title: 'Packet timeout',
    help: 'Applies to each reply. The monitor timeout limits all packets together.',
  },
  'monitor.icmp_config.ttl': { title: 'Time to live (TTL)', help: 'Maximum number of router hops' },
  'monitor.icmp_config.max_packet_loss_percent': {
    title: 'Tolerated packet loss',
    help: 'Share of packets that may get no reply',
  },
  'monitor.tcp_config': { title: 'Port' },
  'monitor.tcp_config.port': { title: 'Port' },
  'monitor.tcp_config.protocol': {
    title: 'Protocol',
    help: 'Protocol of the service on the port',
    options: { generic: 'Generic' },
  },
  'monitor.tcp_config.protocol_validation': { title: 'Protocol check' },
  'monitor.tcp_config.protocol_validation.enabled': {
    title: 'Check the protocol',
    help: 'If off, an accepted connection is enough',
  },
  'monitor.tcp_config.protocol_validation.send': {
    title: 'Data to send',
    help: 'Sent on connect. Generic protocol only. Each line break is sent as CR LF, so end a command with a line break. {{name}} inserts a variable of the project.',
  },
  'monitor.tcp_config.protocol_validation.expect': {
    title: 'Expected response',
    help: 'Any response passes if empty. Generic protocol only.',
  },
  'monitor.dns_config': { title: 'DNS records' },
  'monitor.dns_config.record_entries': { title: 'Records', help: '' },
  'monitor.dns_config.record_entries.record_type': { title: 'Record type' },
  'monitor.dns_config.record_entries.expected_values': {
    title: 'Expected values',
    help: 'In zone file notation. If empty, any record of this type passes.',
  },
  'monitor.dns_config.record_entries.match_mode': {
    title: 'Match mode',
    help: '',
    options: { any: 'Any value must match', all: 'All values must match', exact: 'Exactly these values' },
  },
  'monitor.dns_config.dns_server': {
    title: 'DNS server',
    help: "IP address or address:port. Uses the probe's resolver if empty.",
  },
  'monitor.dns_config.resolution_timeout_ms': { title: 'Resolution timeout', help: 'Limit for all records together' },
  'monitor.heartbeat_config': { title: 'Heartbeat schedule' },
  'monitor.heartbeat_config.expected_interval_seconds': {
    title: 'Ping interval',
    help: 'Used if no schedule is set',
  },
  'monitor.heartbeat_config.grace_period_seconds': { title: 'Grace period', help: 'How late a ping may arrive' },
  'monitor.heartbeat_config.schedule': {
    title: 'Schedule',
    help: 'Cron expression for the expected pings: minute, hour, day of month, month, day of week',
  },
  'monitor.heartbeat_config.timezone': { title: 'Time zone', help: 'Time zone of the schedule. UTC if empty.' },
  'monitor.heartbeat_config.methods': {
    title: 'Methods that count',
    help: 'Link previews send GET. With POST and PUT only, they are stored as logs.',
    options: { POST: 'POST and PUT only' },
  },
}
