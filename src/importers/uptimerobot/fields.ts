/** Fields of UptimeRobot. Source: the references of its APIs v3 and v2; v2 is read by the names of v3. */
import { type FieldTable, type FieldTables, kept, lost, missing, none, onlyFor, part, repeat } from '../fields.ts'

const REQUESTS = ['HTTP', 'KEYWORD', 'API']
const request = (meaning: string, to: string) => onlyFor(REQUESTS, kept(meaning, to))
const STATE = none('state or id of the source')

export const MONITOR: FieldTable = {
  friendlyName: kept('name', 'name'),
  url: kept('address', 'target'),
  type: part('kind of check', 'type', 'UDP and all other types are dropped.'),
  interval: kept('time between two checks, or between pings', 'interval_seconds'),
  timeout: kept('timeout', 'timeout_ms'),
  status: kept('whether it is paused', 'status'),
  tags: kept('tags', 'tags'),
  port: onlyFor(['PORT'], kept('port', 'tcp_config.port')),
  gracePeriod: part('longest delay of a ping', 'heartbeat_config', 'Grace above 3600 s is added to the interval.'),
  keywordType: onlyFor(['KEYWORD'], kept('whether the keyword is an alarm', 'keyword_config.keywords')),
  keywordCaseType: onlyFor(['KEYWORD'], kept('whether case counts', 'keyword_config.case_sensitive')),
  keywordValue: onlyFor(['KEYWORD'], kept('text', 'keyword_config.keywords')),
  httpMethodType: request('request method', 'http_config.method'),
  customHttpHeaders: request('request headers', 'http_config.headers'),
  authType: onlyFor(REQUESTS, part('kind of credentials', 'http_config.headers', 'Digest authentication is not used.')),
  httpUsername: request('user', 'http_config.headers.Authorization'),
  httpPassword: request('password', 'http_config.headers.Authorization'),
  postValueType: request('type of the body', 'http_config.headers.Content-Type'),
  postValueData: request('request body', 'http_config.body'),
  followRedirections: request('redirects', 'http_config.follow_redirects'),
  checkSSLErrors: request('whether an invalid certificate fails', 'http_config.verify_ssl'),
  successHttpResponseCodes: request('accepted status codes', 'http_config.expected_status'),
  custom_http_statuses: request('own rules for status codes', 'http_config.expected_status'),
  responseTimeThreshold: request('slow response', 'http_config.slow_response_threshold_ms'),
  sslExpirationReminder: kept('reminder of the certificate', 'ssl_monitoring'),
  domainExpirationReminder: kept('reminder of the domain', 'domain_monitoring'),
  assignedAlertContacts: part('contacts', 'notification_targets', 'Contacts are notified without their delay.'),
  config: kept('records, days of reminders and assertions', 'the settings of the type'),
  ...repeat(
    ['regionalData', 'region', 'regions'],
    lost('regions', 'The regions are not used.', 'Select regions of this installation.'),
  ),
  cacheBust: lost('random parameter', 'No random parameter is added to the URL.'),
  ...repeat(['groupId', 'group'], lost('group', 'The group is not imported.', 'Create the group in the dashboard.')),
  maintenanceWindowsIds: lost('maintenance', 'Its maintenance is not imported.', 'Create the window in the dashboard.'),
  maintenanceWindows: lost('maintenance', 'Its maintenance is not imported.', 'Create the window in the dashboard.'),
  mwindows: lost('maintenance', 'Its maintenance is not imported.', 'Create the window in the dashboard.'),
  ...repeat(['id', 'createDateTime', 'currentStateDuration', 'lastIncidentId', 'lastIncident', 'userId'], STATE),
  ...repeat(
    ['create_datetime', 'logs', 'response_times', 'average_response_time', 'all_time_uptime_ratio', 'ssl'],
    STATE,
  ),
  ...repeat(['lastDayUptimes', 'psps', 'isTrial', 'lastIncidentDate', 'custom_uptime_ratio'], STATE),
  // Names of v2: `source.ts` writes their values under the names of v3
  ...repeat(
    ['friendly_name', 'sub_type', 'keyword_type', 'keyword_case_type', 'keyword_value'],
    none('name of API v2'),
  ),
  ...repeat(
    ['http_username', 'http_password', 'http_auth_type', 'http_method', 'custom_http_headers'],
    none('name of API v2'),
  ),
  ...repeat(['post_type', 'post_value', 'post_content_type', 'alert_contacts'], none('name of API v2')),
}

export const CONFIG: FieldTable = {
  dnsRecords: kept('expected records', 'dns_config.record_entries'),
  sslExpirationPeriodDays: kept('days before the certificate expires', 'ssl_monitoring.expiry_warning_days'),
  domainExpirationPeriodDays: kept('days before the domain expires', 'domain_monitoring.expiry_warning_days'),
  apiAssertions: part(
    'assertions on JSON',
    'http_config.assertions',
    'Only plain paths, and no alternatives. Other assertions are not checked.',
  ),
  ipVersion: part('IP version', 'http_config.ip_version', 'Other types try both IP versions.'),
  ...repeat(['udp', 'cacheBust'], lost('setting of another type', 'A setting of the check is not used.')),
}

export const CONTACT: FieldTable = {
  ...repeat(['friendlyName', 'friendly_name'], kept('name', 'name')),
  type: part('kind of address', 'channel', 'Email, Slack, webhooks and four services are imported.'),
  value: kept('address', 'config'),
  ...repeat(['id', 'status', 'threshold', 'recurrence'], none('state, or setting of a monitor')),
  enableNotificationsFor: lost('kind of messages', 'The target gets messages of failures and recoveries.'),
  ...repeat(
    ['sslExpirationReminder', 'customValue', 'customValue2', 'customValue3', 'customValue4'],
    missing('setting of the service', 'The body of a webhook has another form.'),
  ),
}

export const ASSIGNED: FieldTable = {
  ...repeat(['id', 'alertContactId'], kept('contact', 'notification_targets')),
  threshold: missing('delay', 'Contacts are notified without their delay.'),
  recurrence: kept('time between reminders', 'reminder_interval_minutes'),
  ...repeat(['type', 'value'], none('address, which contacts have')),
}

export const ROBOT_FIELDS: FieldTables = {
  Monitor: MONITOR,
  'config of a monitor': CONFIG,
  'Alert contact': CONTACT,
  'Contact of a monitor': ASSIGNED,
}

/** Columns of the CSV export, and the names of API v3. */
export const COLUMNS: Readonly<Record<string, string>> = {
  'Friendly Name': 'friendlyName',
  'URL/IP': 'url',
  Type: 'type',
  Status: 'status',
  'Keyword Type': 'keywordType',
  'Keyword Value': 'keywordValue',
  Port: 'port',
  Interval: 'interval',
  ID: 'id',
}
