/**
 * Fields of Uptime Kuma, by the names of its database. Sources: the migrations of versions 1 and 2, and
 * `server/model/monitor.js` for the names of a backup.
 */
import {
  type FieldTable,
  type FieldTables,
  idleAt,
  kept,
  lost,
  missing,
  none,
  onlyFor,
  part,
  repeat,
} from '../fields.ts'

export const REQUESTS = ['http', 'keyword', 'json-query']
const request = (meaning: string, to: string) => onlyFor(REQUESTS, kept(meaning, to))
const STATE = none('state or id of the source')
const OTHER_TYPE = none('setting of a type that is not imported')
const AUTHENTICATION = onlyFor(REQUESTS, missing('detail of NTLM', 'The authentication method is not used.'))

export const MONITOR: FieldTable = {
  name: kept('name', 'name'),
  type: part('kind of check', 'type', 'Types without a counterpart are dropped.'),
  active: kept('whether it is paused', 'status'),
  parent: kept('group', 'group'),
  description: kept('description', 'notes'),
  interval: kept('time between two checks, or between pings', 'interval_seconds'),
  timeout: kept('timeout; 80 % of the interval without one', 'timeout_ms'),
  maxretries: part(
    'failures before it is down',
    'failure_threshold',
    'At most 10; a push monitor gets a grace period.',
  ),
  retry_interval: missing('time between retries', 'Retries follow the check interval.'),
  retry_only_on_status_code_failure: onlyFor(
    ['json-query'],
    lost('retries only for the status', 'A failed query is repeated before the monitor is down.'),
  ),
  resend_interval: kept('failures between reminders', 'reminder_interval_minutes'),
  upside_down: missing('whether a failure is expected', 'It is upside down: it expects a failure.'),
  expiry_notification: kept('warning of the certificate', 'ssl_monitoring'),
  domain_expiry_notification: kept('warning of the domain', 'domain_monitoring'),
  url: onlyFor([...REQUESTS, 'real-browser'], kept('address', 'target')),
  hostname: onlyFor(['ping', 'port', 'smtp', 'dns'], kept('host', 'target')),
  port: onlyFor(['port', 'smtp', 'dns'], kept('port', 'tcp_config.port, dns_config.dns_server')),
  keyword: onlyFor(['keyword'], kept('text', 'keyword_config.keywords')),
  invert_keyword: onlyFor(['keyword'], kept('whether the text must be absent', 'keyword_config.keywords')),
  method: request('request method', 'http_config.method'),
  headers: request('request headers', 'http_config.headers'),
  body: request('request body', 'http_config.body'),
  http_body_encoding: request('type of the body', 'http_config.headers.Content-Type'),
  auth_method: onlyFor(
    REQUESTS,
    part(
      'kind of credentials',
      'http_config.headers, http_config.authentication, http_config.tls',
      'NTLM is not used.',
    ),
  ),
  basic_auth_user: request('user', 'http_config.headers.Authorization'),
  basic_auth_pass: request('password', 'http_config.headers.Authorization'),
  bearer_token: request('token', 'http_config.headers.Authorization'),
  ...repeat(
    ['accepted_statuscodes_json', 'accepted_statuscodes'],
    request('status codes', 'http_config.expected_status'),
  ),
  maxredirects: onlyFor(
    REQUESTS,
    part('longest chain of redirects', 'http_config.follow_redirects', 'At most 10 redirects are followed.'),
  ),
  ignore_tls: request('whether an invalid certificate is accepted', 'http_config.verify_ssl'),
  ip_family: request('IP version', 'http_config.ip_version'),
  tls_ca: request('own authority', 'http_config.tls.ca'),
  tls_cert: request('client certificate', 'http_config.tls.client_certificate'),
  tls_key: request('key of the client certificate', 'http_config.tls.client_key'),
  proxy_id: onlyFor(REQUESTS, part('proxy', 'http_config.proxy', 'Only proxies over http, https and SOCKS5 are used.')),
  cache_bust: onlyFor(REQUESTS, lost('random parameter', 'No random parameter is added to the URL.')),
  json_path: onlyFor(
    ['json-query'],
    part('query', 'http_config.assertions', 'Only plain paths, without functions of JSONata.'),
  ),
  json_path_operator: onlyFor(['json-query'], kept('comparison', 'http_config.assertions')),
  expected_value: onlyFor(['json-query'], kept('expected value', 'http_config.assertions')),
  packet_size: onlyFor(['ping'], part('size of a packet', 'icmp_config.packet_size', 'At most 1400 bytes.')),
  ping_count: onlyFor(['ping'], part('packets', 'icmp_config.packet_count', 'At most 10 packets.')),
  ping_per_request_timeout: onlyFor(['ping'], kept('wait for a reply', 'icmp_config.timeout_ms')),
  ping_numeric: none('whether names of addresses are looked up'),
  smtp_security: onlyFor(
    ['smtp', 'port'],
    part('start of TLS', 'ssl_monitoring', 'Without a value, the STARTTLS of a mail server is not used.'),
  ),
  expected_tls_alert: onlyFor(
    ['port'],
    missing('expected refusal', 'A monitor that expects an alert of TLS is dropped.'),
  ),
  dns_resolve_type: onlyFor(['dns'], kept('record type', 'dns_config.record_entries')),
  dns_resolve_server: onlyFor(
    ['dns'],
    part('name servers', 'dns_config.dns_server', 'One address; names are not used.'),
  ),
  conditions: onlyFor(['dns'], part('expected records', 'dns_config', 'Only "equals", and alternatives of it.')),
  push_token: onlyFor(['push'], part('address of the pings', 'heartbeat_config', 'The push URL changes.')),
  remote_browser: onlyFor(['real-browser'], none('browser')),
  screenshot_delay: none('picture of the page'),
  ...repeat(
    [
      'oauth_client_id',
      'oauth_client_secret',
      'oauth_token_url',
      'oauth_scopes',
      'oauth_auth_method',
      'oauth_audience',
    ],
    request('client credentials of OAuth 2', 'http_config.authentication'),
  ),
  ...repeat(['auth_domain', 'auth_workstation'], AUTHENTICATION),
  ...repeat(['save_response', 'save_error_response', 'response_max_length'], none('kept responses of failures')),
  ...repeat(['id', 'user_id', 'weight', 'created_date', 'dns_last_result', 'path', 'path_name', 'screenshot'], STATE),
  ...repeat(['force_inactive', 'children_i_ds', 'maintenance', 'include_sensitive_data'], STATE),
  ...repeat(
    ['notification_i_d_list', 'tags'],
    kept('notifications and tags of a backup', 'notification_targets, tags'),
  ),
  ...repeat(['docker_host', 'docker_container', 'database_connection_string', 'database_query'], OTHER_TYPE),
  ...repeat(['mqtt_topic', 'mqtt_success_message', 'mqtt_username', 'mqtt_password', 'mqtt_check_type'], OTHER_TYPE),
  ...repeat(
    ['mqtt_websocket_path', 'manual_status', 'system_service_name', 'location', 'protocol', 'subtype'],
    OTHER_TYPE,
  ),
  ...repeat(
    ['grpc_url', 'grpc_protobuf', 'grpc_body', 'grpc_metadata', 'grpc_method', 'grpc_service_name'],
    OTHER_TYPE,
  ),
  ...repeat(['grpc_enable_tls', 'radius_username', 'radius_password', 'radius_calling_station_id'], OTHER_TYPE),
  ...repeat(
    ['radius_called_station_id', 'radius_secret', 'game', 'gamedig_given_port_only', 'gamedig_token'],
    OTHER_TYPE,
  ),
  ...repeat(
    ['kafka_producer_topic', 'kafka_producer_brokers', 'kafka_producer_ssl', 'kafka_producer_message'],
    OTHER_TYPE,
  ),
  ...repeat(['kafka_producer_allow_auto_topic_creation', 'kafka_producer_sasl_options', 'rabbitmq_nodes'], OTHER_TYPE),
  ...repeat(['rabbitmq_username', 'rabbitmq_password', 'snmp_oid', 'snmp_version', 'snmp_v3_username'], OTHER_TYPE),
  ...repeat(['ws_ignore_sec_websocket_accept_header', 'ws_subprotocol', 'ntp_stratum_threshold'], OTHER_TYPE),
  ...repeat(['ntp_time_offset_threshold', 'ntp_root_dispersion_threshold'], OTHER_TYPE),
}

export const WINDOW: FieldTable = {
  title: kept('name', 'name'),
  description: kept('description', 'description'),
  active: kept('whether it applies', 'maintenance_windows'),
  strategy: part('kind of schedule', 'recurrence', 'A window without a schedule is dropped.'),
  ...repeat(['start_date', 'end_date'], kept('first and last day', 'starts_at, recurrence.until')),
  ...repeat(['start_time', 'end_time'], kept('time of the day', 'recurrence.cron, recurrence.duration_minutes')),
  weekdays: kept('days of the week', 'recurrence.cron'),
  days_of_month: part('days of the month', 'recurrence.cron', 'A day before the last day of a month is dropped.'),
  interval_day: part('days between two runs', 'recurrence.cron', 'Only every day and every seventh day.'),
  cron: kept('cron expression', 'recurrence.cron'),
  duration: kept('length', 'recurrence.duration_minutes'),
  timezone: kept('time zone', 'recurrence.timezone'),
  ...repeat(['id', 'user_id', 'last_start_date'], STATE),
}

export const PAGE: FieldTable = {
  title: kept('name', 'name'),
  slug: kept('address', 'slug'),
  description: kept('description', 'description'),
  theme: kept('colours', 'theme'),
  published: kept('whether readers see it', 'is_published'),
  search_engine_index: kept('whether search engines list it', 'is_indexed'),
  icon: idleAt(
    ['/icon.svg'],
    lost('logo', 'The logo is a file of Uptime Kuma.', 'Set the address of a logo as logo_url.'),
  ),
  custom_css: missing('own CSS', 'Custom CSS is not used.'),
  footer_text: lost('footer', 'The footer is not shown.', 'Move its text to the description.'),
  ...repeat(['analytics_id', 'google_analytics_tag_id'], lost('analytics', 'The page contains no analytics.')),
  ...repeat(['analytics_type', 'analytics_script_url'], none('detail of the analytics')),
  show_tags: lost('tags on the page', 'The page does not show tags.'),
  show_certificate_expiry: lost('expiry of certificates', 'The page does not show when certificates expire.'),
  show_only_last_heartbeat: lost('short history', 'The page shows the history of its components.'),
  rss_title: lost('title of the feed', 'The feed has the name of the page.'),
  password: lost('password', 'The password is not imported.', 'Set a password of the page.'),
  ...repeat(['show_powered_by', 'auto_refresh_interval'], none('look of the page')),
  ...repeat(['id', 'created_date', 'modified_date'], STATE),
}

export const SECTION: FieldTable = {
  name: kept('name', 'sections.name'),
  weight: kept('order', 'sections'),
  ...repeat(['id', 'status_page_id', 'created_date', 'public', 'active'], STATE),
}

export const COMPONENT: FieldTable = {
  monitor_id: kept('monitor', 'sections.components.monitor'),
  weight: kept('order', 'sections.components'),
  ...repeat(['send_url', 'custom_url'], lost('link to the target', 'A component has no link to its target.')),
  ...repeat(['id', 'group_id'], STATE),
}

export const KUMA_FIELDS: FieldTables = {
  Monitor: MONITOR,
  Maintenance: WINDOW,
  'Status page': PAGE,
  'Section of a page': SECTION,
  'Monitor of a section': COMPONENT,
}
