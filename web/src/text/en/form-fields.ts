/** Fields of forms by form and path, as `parts/schema-form` looks them up. What is not here is said in the API's words. */
export const formFields = {
  'monitor.name': { title: 'Name' },
  'monitor.HTTP.target': { title: 'URL', help: '' },
  'monitor.KEYWORD.target': { title: 'URL', help: '' },
  'monitor.ICMP.target': { title: 'Host', help: 'A name or an IP address' },
  'monitor.TCP.target': { title: 'Host', help: 'A name or an IP address' },
  'monitor.DNS.target': { title: 'Name to look up', help: '' },
  'monitor.interval_seconds': { title: 'Check every', help: '' },
  'monitor.timeout_ms': { title: 'Timeout', help: 'A check that takes longer has failed. Less than the interval.' },
  'monitor.group_id': { title: 'Group', help: '' },
  'monitor.tags': { title: 'Tags', help: 'To find it by, such as production or shop' },
  'monitor.notification_target_ids': { title: 'Who is told', help: 'When it goes down, and when it is back' },
  'monitor.reminder_interval_minutes': {
    title: 'Remind every',
    help: 'While an incident is open and nobody has acknowledged it. 0 is never.',
  },
  'monitor.failure_threshold': {
    title: 'Failures until down',
    help: 'Failed checks in a row before a region counts as down',
  },
  'monitor.recovery_threshold': {
    title: 'Passes until up',
    help: 'Passed checks in a row before a region counts as up again',
  },
  'monitor.depends_on_monitor_ids': {
    title: 'Depends on',
    help: 'While one of these is down, such as the router in front of it, nobody is alerted about this one',
  },
  'monitor.monitoring_regions': { title: 'Checked from' },
  'monitor.status': {
    title: 'Status',
    help: '',
    options: { active: 'Active: it is checked', paused: 'Paused: it is not checked' },
  },
  'monitor.ssl_monitoring': { title: 'Certificate' },
  'monitor.ssl_monitoring.enabled': {
    title: 'Watch the certificate',
    help: 'Of https addresses, and of ports that speak TLS',
  },
  'monitor.ssl_monitoring.check_expiry': { title: 'Warn before it expires', help: 'On each of the days below' },
  'monitor.ssl_monitoring.check_validity': {
    title: 'Alert when it is not valid',
    help: 'Expired, for another host, too weak, or from an unknown issuer',
  },
  'monitor.ssl_monitoring.expiry_warning_days': { title: 'Days of warning', help: 'How many days before it expires' },
  'monitor.ssl_monitoring.ignore_self_signed': {
    title: 'Accept a self-signed one',
    help: 'Or one of your own authority. Host and dates must be right all the same.',
  },
  'monitor.domain_monitoring': { title: 'Domain' },
  'monitor.domain_monitoring.enabled': {
    title: 'Watch the domain registration',
    help: 'Of the registered domain that the target is under',
  },
  'monitor.domain_monitoring.expiry_warning_days': {
    title: 'Days of warning',
    help: 'How many days before it expires',
  },

  'monitor.http_config': { title: 'Request' },
  'monitor.http_config.method': { title: 'Method' },
  'monitor.http_config.headers': {
    title: 'Request headers',
    help: 'Values of Authorization, Cookie and X-Api-Key are kept secret once they are saved',
  },
  'monitor.http_config.body': { title: 'Request body', help: 'Its type is what a Content-Type header says' },
  'monitor.http_config.follow_redirects': { title: 'Follow redirects', help: 'At most 10 in a row' },
  'monitor.http_config.expected_status': {
    title: 'Expected status codes',
    help: 'Any 2xx when empty; 3xx as well where redirects are not followed',
  },
  'monitor.http_config.slow_response_threshold_ms': {
    title: 'Slow from',
    help: 'An answer that takes longer counts as degraded. No limit when empty.',
  },
  'monitor.http_config.verify_ssl': { title: 'A bad certificate is a failure', help: '' },
  'monitor.http_config.ip_version': {
    title: 'IP version',
    help: '',
    options: { auto: 'Either', 4: 'Only IPv4', 6: 'Only IPv6' },
  },
  'monitor.keyword_config': { title: 'Keywords' },
  'monitor.keyword_config.keywords': { title: 'Keywords', help: 'Looked for in the first 2 MiB of the text' },
  'monitor.keyword_config.keywords.text': { title: 'Keyword', help: '' },
  'monitor.keyword_config.keywords.should_contain': {
    title: 'Must be there',
    help: 'Otherwise it must not be there',
  },
  'monitor.keyword_config.match_mode': {
    title: 'How many must hold',
    help: '',
    options: { all: 'All of them', any: 'One of them is enough' },
  },
  'monitor.keyword_config.case_sensitive': { title: 'Tell capital letters from small ones', help: '' },
  'monitor.icmp_config': { title: 'Pings' },
  'monitor.icmp_config.packet_count': { title: 'Packets for each check', help: '' },
  'monitor.icmp_config.packet_size': { title: 'Packet size', help: 'Behind the ICMP header' },
  'monitor.icmp_config.timeout_ms': {
    title: 'Wait for each reply',
    help: 'The timeout of the monitor bounds all packets together',
  },
  'monitor.icmp_config.ttl': { title: 'Time to live', help: 'Routers on the way that a packet may pass' },
  'monitor.icmp_config.max_packet_loss_percent': { title: 'Tolerated loss', help: 'Packets that may stay unanswered' },
  'monitor.tcp_config': { title: 'Port' },
  'monitor.tcp_config.port': { title: 'Port' },
  'monitor.tcp_config.protocol': { title: 'Protocol', help: 'What is spoken at the port', options: { generic: 'Any' } },
  'monitor.tcp_config.protocol_validation': { title: 'Protocol check' },
  'monitor.tcp_config.protocol_validation.enabled': {
    title: 'Check the protocol too',
    help: 'Otherwise it is enough that the port accepts a connection',
  },
  'monitor.tcp_config.protocol_validation.send': {
    title: 'Send first',
    help: 'Only for the protocol “Any”',
  },
  'monitor.tcp_config.protocol_validation.expect': {
    title: 'Expect in the answer',
    help: 'Any answer will do without it. Only for the protocol “Any”.',
  },
  'monitor.dns_config': { title: 'Records' },
  'monitor.dns_config.record_entries': { title: 'Records', help: '' },
  'monitor.dns_config.record_entries.record_type': { title: 'Record type' },
  'monitor.dns_config.record_entries.expected_values': {
    title: 'Expected values',
    help: 'As in a zone file. Without any, a record of the type is enough.',
  },
  'monitor.dns_config.record_entries.match_mode': {
    title: 'Match',
    help: '',
    options: { any: 'Any of the values', all: 'All of the values', exact: 'Exactly these values' },
  },
  'monitor.dns_config.dns_server': {
    title: 'Name server',
    help: 'An IP address, or address:port. That of the probe when empty.',
  },
  'monitor.dns_config.resolution_timeout_ms': { title: 'Resolution timeout', help: 'For all records together' },
  'monitor.heartbeat_config': { title: 'Rhythm' },
  'monitor.heartbeat_config.expected_interval_seconds': {
    title: 'A ping is expected every',
    help: 'Unless a schedule is given',
  },
  'monitor.heartbeat_config.grace_period_seconds': { title: 'Grace period', help: 'How late a ping may be' },
  'monitor.heartbeat_config.schedule': {
    title: 'Schedule',
    help: 'A cron expression of the times at which pings are expected: minute, hour, day of month, month, day of week',
  },
  'monitor.heartbeat_config.timezone': { title: 'Time zone', help: 'That the schedule is read in. UTC when empty.' },
}
