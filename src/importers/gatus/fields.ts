/** Fields of a configuration of Gatus. Sources: its README, and the structures in `config`, `client` and `alerting`. */
import { type FieldTable, type FieldTables, kept, lost, missing, none, part, repeat } from '../fields.ts'

const GATUS_SETTING = missing('setting of Gatus itself', 'It is a setting of Gatus, not of a monitor.')

const CONFIG: FieldTable = {
  endpoints: kept('endpoints', 'monitors'),
  'external-endpoints': kept('endpoints that jobs report to', 'monitors'),
  alerting: kept('providers', 'notification_targets'),
  maintenance: kept('maintenance of all endpoints', 'maintenance_windows'),
  suites: missing('several requests in order', 'A suite of several requests does not exist here.'),
  announcements: missing('announcements of the page', 'Announcements are not imported.'),
  ...repeat(
    ['storage', 'web', 'ui', 'security', 'metrics', 'debug', 'remote', 'connectivity', 'tunneling', 'concurrency'],
    GATUS_SETTING,
  ),
  ...repeat(['skip-invalid-config-update', 'disable-monitoring-lock'], GATUS_SETTING),
}

const COMMON: FieldTable = {
  name: kept('name', 'name'),
  group: kept('group', 'group'),
  enabled: kept('whether it is checked', 'status'),
  alerts: kept('alerts', 'notification_targets'),
  'extra-labels': kept('labels of the metrics', 'tags'),
  'maintenance-windows': kept('maintenance of the endpoint', 'maintenance_windows'),
}

export const ENDPOINT: FieldTable = {
  ...COMMON,
  url: kept('address; its scheme decides the type', 'type, target'),
  interval: kept('time between two checks', 'interval_seconds'),
  conditions: part('conditions of success', 'the settings of the type', 'Conditions have a table of their own.'),
  method: kept('request method', 'http_config.method'),
  headers: kept('request headers', 'http_config.headers'),
  body: part('request body, or text for a port', 'http_config.body', 'A port gets the text only if its answer counts.'),
  graphql: kept('whether the body is a query', 'http_config.body'),
  dns: kept('lookup instead of a request', 'dns_config'),
  client: kept('settings of the connection', 'the settings of the type'),
  ssh: part('user and key', 'tcp_config', 'The login is not tried, only the greeting of the server.'),
  grpc: missing('gRPC health check', 'The protocol gRPC does not exist here.'),
  ui: lost('display on the page', 'The setting ui is not used.'),
  store: lost('values for a suite', 'The setting store is not used.'),
  'always-run': lost('order in a suite', 'The setting always-run is not used.'),
}

export const EXTERNAL: FieldTable = {
  ...COMMON,
  token: part('credential of the job', 'heartbeat_config', 'The address and the token of its pings change.'),
  heartbeat: kept('longest time without a report', 'heartbeat_config.expected_interval_seconds'),
}

export const HEARTBEAT: FieldTable = { interval: EXTERNAL.heartbeat! }

export const LOOKUP: FieldTable = {
  'query-name': kept('name that is looked up', 'target'),
  'query-type': kept('record type', 'dns_config.record_entries'),
}

export const CLIENT: FieldTable = {
  timeout: kept('timeout', 'timeout_ms'),
  insecure: kept('whether any certificate is accepted', 'http_config.verify_ssl, ssl_monitoring.check_validity'),
  'ignore-redirect': kept('whether redirects are not followed', 'http_config.follow_redirects'),
  'proxy-url': part('proxy', 'http_config.proxy', 'Only proxies over http, https and SOCKS5 are used.'),
  oauth2: kept('client credentials of OAuth 2', 'http_config.authentication'),
  'identity-aware-proxy': lost(
    'token for Google',
    'Requests carry no OAuth 2 token.',
    'Add a header with a fixed token.',
  ),
  kerberos: lost('Kerberos', 'Requests carry no Kerberos ticket.', 'Check a URL that needs no authentication.'),
  tls: lost(
    'client certificate in a file',
    'The client certificate is not used.',
    'Add its text to the TLS options of the monitor.',
  ),
  'dns-resolver': part(
    'name server of requests and ports',
    'http_config.dns_server, tcp_config.dns_server',
    'Only an address of a name server over UDP is used.',
  ),
  tunnel: lost('SSH tunnel', 'The SSH tunnel is not used.', 'Run a probe on the other side.'),
  network: lost('IP version of pings', 'The setting client.network is not used.'),
  'store-cookies': lost('cookies between checks', 'Cookies of one check are not sent with the next.'),
}

/** By the placeholder that a condition begins with. */
const CONDITIONS: FieldTable = {
  '[STATUS]': kept('status code, with any operator, `any` and `pat`', 'http_config.expected_status'),
  '[RESPONSE_TIME]': part(
    'longest response time',
    'http_config.slow_response_threshold_ms',
    'A slow response makes the monitor degraded, not down. Other types have no limit besides the timeout.',
  ),
  '[BODY]': part(
    'text of the response, or record of a lookup',
    'http_config.assertions, keyword_config, tcp_config, dns_config',
    'A pattern with several parts is checked for each part. A port is searched for one text.',
  ),
  'has([BODY])': kept('whether JSON has a value', 'http_config.assertions'),
  '[CONNECTED]': part(
    'whether a connection succeeds',
    'the check itself',
    'A monitor that expects no connection is dropped.',
  ),
  '[DNS_RCODE]': part('result of a lookup', 'the check itself', 'A monitor that expects a failed lookup is dropped.'),
  '[CERTIFICATE_EXPIRATION]': part(
    'time until the certificate expires',
    'ssl_monitoring',
    'A certificate that expires soon sends a warning; the monitor stays up.',
  ),
  '[DOMAIN_EXPIRATION]': part(
    'time until the domain expires',
    'domain_monitoring',
    'A domain that expires soon sends a warning; the monitor stays up.',
  ),
  'len([BODY])': part(
    'length of a value in JSON',
    'http_config.assertions',
    'The length of the whole response is not checked.',
  ),
  '[IP]': missing('address of the target', 'The condition is not checked.'),
}

export const ALERT: FieldTable = {
  type: kept('provider', 'notification_targets'),
  enabled: kept('whether it is sent', 'notification_targets'),
  'failure-threshold': part('failures before an alert', 'failure_threshold', 'All alerts use the one of the first.'),
  'success-threshold': part(
    'successes before a recovery',
    'recovery_threshold',
    'All alerts use the one of the first.',
  ),
  'minimum-reminder-interval': part(
    'time between reminders',
    'reminder_interval_minutes',
    'All alerts use the one of the first.',
  ),
  description: kept('text of the alert', 'notes'),
  'send-on-resolved': missing('whether recoveries are sent', 'Recipients are notified of recoveries too.'),
  'provider-override': lost('other settings of the provider', 'Overrides of alerts are not used.'),
}

export const MAINTENANCE: FieldTable = {
  enabled: kept('whether it applies', 'maintenance_windows'),
  start: kept('start of the day', 'recurrence.cron'),
  duration: kept('length', 'recurrence.duration_minutes'),
  timezone: kept('time zone', 'recurrence.timezone'),
  every: kept('days of the week', 'recurrence.cron'),
}

/** Fields of every provider. */
export const PROVIDER: FieldTable = {
  'default-alert': kept('settings of alerts that omit them', 'the monitors of its alerts'),
  overrides: kept('settings of groups', 'notification_targets'),
  group: none('group of an override'),
}

export const GATUS_FIELDS: FieldTables = {
  'Top level': CONFIG,
  Endpoint: ENDPOINT,
  Condition: CONDITIONS,
  'External endpoint': EXTERNAL,
  Lookup: LOOKUP,
  Client: CLIENT,
  Alert: ALERT,
  Maintenance: MAINTENANCE,
  Provider: PROVIDER,
}
