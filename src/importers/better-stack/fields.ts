/** Fields of Better Stack. Source: the reference of its Uptime API v2. */
import {
  type FieldTable,
  type FieldTables,
  idleAt,
  kept,
  lost,
  none,
  onlyFor,
  part,
  repeat,
  unchecked,
} from '../fields.ts'

const REQUESTS = ['status', 'expected_status_code', 'keyword', 'keyword_absence']
const request = (meaning: string, to: string) => onlyFor(REQUESTS, kept(meaning, to))
const STATE = none('state or id of the source')
const ALERTS = none('kinds of alerts, which the report states once')

export const MONITOR: FieldTable = {
  url: kept('address', 'target'),
  pronounceable_name: kept('name', 'name'),
  monitor_type: part('kind of check', 'type', 'Other types, such as udp and playwright, are dropped.'),
  monitor_group_id: kept('group', 'group'),
  check_frequency: kept('time between two checks', 'interval_seconds'),
  request_timeout: kept('timeout, in seconds or milliseconds', 'timeout_ms'),
  confirmation_period: part('time before an alert', 'failure_threshold', 'Periods are counted in checks.'),
  recovery_period: part('time before a recovery', 'recovery_threshold', 'Periods are counted in checks.'),
  paused: kept('whether it is paused', 'status'),
  status: kept('whether it is paused', 'status'),
  required_keyword: onlyFor(
    ['keyword', 'keyword_absence', 'tcp', 'smtp', 'pop', 'imap', 'dns'],
    part('text', 'keyword_config, tcp_config, dns_config', 'The greetings of mail protocols are not searched.'),
  ),
  expected_status_codes: onlyFor(
    ['expected_status_code'],
    kept('accepted status codes', 'http_config.expected_status'),
  ),
  http_method: request('request method', 'http_config.method'),
  request_headers: request('request headers', 'http_config.headers'),
  request_body: kept('request body, or name of a lookup', 'http_config.body, target'),
  auth_username: request('user', 'http_config.headers.Authorization'),
  auth_password: request('password', 'http_config.headers.Authorization'),
  follow_redirects: request('redirects', 'http_config.follow_redirects'),
  verify_ssl: kept('whether an invalid certificate fails', 'http_config.verify_ssl, ssl_monitoring.check_validity'),
  ip_version: onlyFor(REQUESTS, kept('IP version', 'http_config.ip_version')),
  port: kept('ports', 'tcp_config.port, a monitor for each'),
  ssl_expiration: kept('days before the certificate expires', 'ssl_monitoring'),
  domain_expiration: kept('days before the domain expires', 'domain_monitoring'),
  ...repeat(
    ['maintenance_from', 'maintenance_to', 'maintenance_timezone', 'maintenance_days'],
    kept('weekly maintenance', 'maintenance_windows'),
  ),
  remember_cookies: onlyFor(REQUESTS, lost('cookies between redirects', 'Cookies of a response are not sent again.')),
  ...repeat(
    ['proxy_host', 'proxy_port', 'proxy_username', 'proxy_password'],
    request('proxy of requests', 'http_config.proxy'),
  ),
  playwright_script: unchecked('script of a browser', 'Its script does not run.'),
  ...repeat(['scenario_name', 'environment_variables'], none('detail of the script')),
  regions: lost('regions', 'The regions are not used.', 'Select regions of this installation.'),
  ...repeat(['policy_id', 'expiration_policy_id'], lost('escalation policy', 'Its escalation policy is not imported.')),
  team_wait: lost('time before the whole team is alerted', 'The whole team is not alerted later.'),
  ...repeat(['call', 'sms', 'email', 'push', 'critical_alert'], ALERTS),
  ...repeat(['id', 'team_name', 'paused_at', 'last_checked_at', 'created_at', 'updated_at', 'checks_version'], STATE),
}

export const HEARTBEAT: FieldTable = {
  name: kept('name', 'name'),
  period: part('time between two pings', 'heartbeat_config', 'A heartbeat with more than 30 days is dropped.'),
  grace: part('longest delay of a ping', 'heartbeat_config', 'Grace above 3600 s is added to the interval.'),
  heartbeat_group_id: kept('group', 'group'),
  paused: kept('whether it is paused', 'status'),
  status: kept('whether it is paused', 'status'),
  url: part('address of the pings', 'heartbeat_config', 'The ping URL changes.'),
  ...repeat(
    ['maintenance_from', 'maintenance_to', 'maintenance_timezone', 'maintenance_days'],
    kept('weekly maintenance', 'maintenance_windows'),
  ),
  policy_id: lost('escalation policy', 'Its escalation policy is not imported.'),
  team_wait: lost('time before the whole team is alerted', 'The whole team is not alerted later.'),
  sort_index: none('order in a list'),
  ...repeat(['call', 'sms', 'email', 'push', 'critical_alert'], ALERTS),
  ...repeat(['id', 'team_name', 'paused_at', 'created_at', 'updated_at'], STATE),
}

export const GROUP: FieldTable = {
  name: kept('name', 'name'),
  paused: lost('whether all are paused', 'A group has no state of its own.', 'Pause its monitors.'),
  ...repeat(['id', 'team_name', 'sort_index', 'created_at', 'updated_at'], STATE),
}

export const PAGE: FieldTable = {
  company_name: kept('name', 'name'),
  subdomain: kept('address', 'slug'),
  custom_domain: kept('own domain', 'custom_domain'),
  logo_url: kept('logo', 'logo_url'),
  contact_url: kept('contact', 'contact_url'),
  theme: kept('colours', 'theme'),
  subscribable: kept('whether readers subscribe', 'allows_subscribers'),
  hide_from_search_engines: kept('whether search engines leave it out', 'is_indexed'),
  password_enabled: part(
    'password',
    'is_published',
    'The API does not return the password: the page is not published.',
  ),
  ...repeat(['custom_css', 'custom_javascript'], lost('own CSS and scripts', 'Custom CSS and scripts are not used.')),
  announcement: lost('announcement', 'The announcement is not shown.', 'Publish it as an incident or maintenance.'),
  ...repeat(
    ['announcement_embed_visible', 'announcement_embed_link', 'announcement_embed_css'],
    none('look of the announcement'),
  ),
  min_incident_length: lost('shortest incident', 'The page shows incidents of each length.'),
  ...repeat(['google_analytics_id', 'whitelabeled'], lost('analytics and branding', 'The page contains no analytics.')),
  automatic_reports: lost('incidents without a user', 'Incidents of its monitors are shown.'),
  ip_allowlist: lost('addresses of readers', 'Addresses of readers are not restricted.', 'Set a password.'),
  timezone: kept('time zone', 'timezone'),
  ...repeat(['history', 'layout', 'design', 'navigation_links', 'status_page_group_id'], none('look of the page')),
  company_url: none('address of the company'),
  ...repeat(['id', 'team_name', 'aggregate_state', 'created_at', 'updated_at'], STATE),
}

export const SECTION: FieldTable = {
  name: kept('name', 'sections.name'),
  position: kept('order', 'sections'),
  status_page_id: kept('page', 'sections'),
  ...repeat(['id', 'created_at', 'updated_at'], STATE),
}

export const RESOURCE: FieldTable = {
  ...repeat(['resource_id', 'resource_type'], kept('monitor', 'sections.components.monitor')),
  public_name: kept('name', 'sections.components.display_name'),
  explanation: kept('description', 'sections.components.description'),
  position: kept('order', 'sections.components'),
  ...repeat(['status_page_section_id', 'status_page_id'], kept('section', 'sections')),
  widget_type: idleAt(['plain', 'history'], lost('kind of chart', 'A component shows its daily bars.')),
  fixed_position: none('order'),
  ...repeat(['id', 'availability', 'status', 'status_history', 'created_at', 'updated_at'], STATE),
}

export const STACK_FIELDS: FieldTables = {
  Monitor: MONITOR,
  Heartbeat: HEARTBEAT,
  'Group of monitors or heartbeats': GROUP,
  'Status page': PAGE,
  'Section of a page': SECTION,
  'Resource of a page': RESOURCE,
}
