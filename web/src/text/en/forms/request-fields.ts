import type { FieldTexts } from '../../service-texts/service-texts.ts'

/** Texts of the fields that describe the request of a monitor. */
export const requestFields = {
  'monitor.http_config': { title: 'Request' },
  'monitor.http_config.method': { title: 'Method' },
  'monitor.http_config.headers': {
    title: 'Request headers',
  },
  'monitor.http_config.body': {
    title: 'Request body',
  },
  'monitor.http_config.follow_redirects': { title: 'Follow redirects' },
  'monitor.http_config.expected_status': {
    title: 'Expected status codes',
  },
  'monitor.http_config.slow_response_threshold_ms': {
    title: 'Slow response threshold',
  },
  'monitor.http_config.verify_ssl': {
    title: 'Fail on an invalid SSL certificate',
  },
  'monitor.http_config.read_body': {
    title: 'Response body',
    options: { auto: 'Read', no: 'Do not read' },
  },
  'monitor.http_config.ip_version': {
    title: 'IP version',
    help: '',
    options: { auto: 'IPv4 or IPv6', 4: 'IPv4 only', 6: 'IPv6 only' },
  },
  'monitor.http_config.assertions': { title: 'Assertions' },
  'monitor.http_config.assertions.source': {
    title: 'Source',
    options: {
      json: 'Value in JSON',
      header: 'Header',
      body: 'Text of the body',
      body_size: 'Size of the body (bytes)',
      response_time: 'Response time (ms)',
    },
  },
  'monitor.http_config.assertions.path': { title: 'JSON path' },
  'monitor.http_config.assertions.name': { title: 'Header' },
  'monitor.http_config.assertions.comparison': {
    title: 'Comparison',
    help: '',
    options: {
      equals: 'equals',
      not_equals: 'does not equal',
      contains: 'contains',
      not_contains: 'does not contain',
      one_of: 'is one of',
      exists: 'exists',
      not_exists: 'does not exist',
      greater: 'is greater than',
      less: 'is less than',
    },
  },
  'monitor.http_config.assertions.value': { title: 'Value' },
  'monitor.http_config.assertions.values': { title: 'Values' },
  'monitor.http_config.assertions.effect': {
    title: 'Effect',
    options: { down: 'Down', degraded: 'Degraded' },
  },
  'monitor.http_config.authentication': { title: 'Authentication' },
  'monitor.http_config.authentication.type': {
    title: 'Type',
    help: 'Fields of other types have no effect',
    options: { basic: 'User name and password', bearer: 'Token', oauth2: 'OAuth 2 client credentials' },
  },
  'monitor.http_config.authentication.username': { title: 'User name' },
  'monitor.http_config.authentication.password': { title: 'Password' },
  'monitor.http_config.authentication.token': { title: 'Token' },
  'monitor.http_config.authentication.token_url': { title: 'Token URL' },
  'monitor.http_config.authentication.client_id': { title: 'Client ID' },
  'monitor.http_config.authentication.client_secret': { title: 'Client secret' },
  'monitor.http_config.authentication.scopes': { title: 'Scopes' },
  'monitor.http_config.authentication.audience': { title: 'Audience' },
  'monitor.http_config.authentication.client_auth': {
    title: 'Client authentication',
    help: 'Header, if empty',
    options: { basic: 'Header', post: 'Request body' },
  },
  'monitor.http_config.tls': { title: 'TLS' },
  'monitor.http_config.tls.client_certificate': { title: 'Client certificate' },
  'monitor.http_config.tls.client_key': { title: 'Client key' },
  'monitor.http_config.tls.ca': { title: 'Certificate authorities' },
  'monitor.http_config.tls.server_name': { title: 'Server name' },
  'monitor.http_config.tls.min_version': { title: 'Minimum TLS version' },
  'monitor.http_config.tls.max_version': { title: 'Maximum TLS version' },
  'monitor.http_config.tls.legacy': { title: 'Weak TLS of old devices' },
  'monitor.http_config.dns_server': { title: 'DNS server' },
  'monitor.http_config.address': {
    title: 'Addresses',
    help: 'Any: the addresses of the name are tried one after another. Only the first, if empty',
    options: { first: 'First', any: 'Any' },
  },
  'monitor.http_config.proxy': { title: 'Proxy' },
  'monitor.http_config.proxy.url': { title: 'URL', help: 'http://, https:// or socks5://, with host and port' },
  'monitor.http_config.proxy.username': { title: 'User name', help: 'Only if the proxy requires a login' },
  'monitor.http_config.proxy.password': { title: 'Password' },
} satisfies Record<string, FieldTexts>

export type RequestFields = Readonly<Record<keyof typeof requestFields, FieldTexts>>
