/**
 * Fields of modules of blackbox_exporter and of the jobs of Prometheus that use them. Sources: the structures in
 * `config/config.go` of blackbox_exporter, and the configuration of Prometheus.
 */
import {
  type FieldTable,
  type FieldTables,
  idleAt,
  kept,
  lost,
  missing,
  none,
  part,
  repeat,
  unchecked,
} from '../fields.ts'

export const MODULE: FieldTable = {
  prober: part('kind of check', 'type', 'Other probers, such as grpc, are dropped.'),
  timeout: kept('timeout', 'timeout_ms'),
  ...repeat(['http', 'tcp', 'icmp', 'dns'], kept('settings of the prober', 'the settings of the type')),
  ...repeat(['grpc', 'unix', 'websocket'], none('settings of another prober')),
}

const FAMILY: FieldTable = {
  preferred_ip_protocol: part(
    'IP version',
    'http_config.ip_version',
    'IPv4 is tried first, except for requests without a fallback.',
  ),
  ip_protocol_fallback: part('other IP version', 'http_config.ip_version', 'Other types try both IP versions.'),
}

const SOURCE_ADDRESS: FieldTable = {
  source_ip_address: lost('source address', 'The source address is chosen by the system of the probe.'),
}

const NO_FILE = missing('credentials in a file', 'Its credentials are in a file that is not in the source.')
const PATTERNS = 'A pattern that is more than a word is not checked.'

export const HTTP: FieldTable = {
  ...FAMILY,
  valid_status_codes: kept('accepted status codes', 'http_config.expected_status'),
  accept_any_response: kept('whether each status is accepted', 'http_config.expected_status'),
  method: kept('request method', 'http_config.method'),
  headers: kept('request headers', 'http_config.headers'),
  body: kept('request body', 'http_config.body'),
  ...repeat(['follow_redirects', 'no_follow_redirects'], kept('redirects', 'http_config.follow_redirects')),
  basic_auth: kept('user and password', 'http_config.headers.Authorization'),
  authorization: kept('credentials', 'http_config.headers.Authorization'),
  bearer_token: kept('token', 'http_config.headers.Authorization'),
  bearer_token_file: NO_FILE,
  tls_config: kept('TLS', 'http_config.verify_ssl, http_config.tls'),
  fail_if_body_matches_regexp: part('texts that must be absent', 'keyword_config', PATTERNS),
  fail_if_body_not_matches_regexp: part('texts that must be present', 'keyword_config', PATTERNS),
  fail_if_not_ssl: missing('whether TLS is required', 'A redirect to TLS is not required.'),
  fail_if_ssl: unchecked('whether TLS is a failure', 'A response over TLS does not fail.'),
  ...repeat(
    ['fail_if_header_matches', 'fail_if_header_not_matches'],
    part(
      'patterns of headers of the response',
      'http_config.assertions',
      'Only patterns that are plain texts are used.',
    ),
  ),
  ...repeat(
    ['fail_if_body_json_matches_cel', 'fail_if_body_json_not_matches_cel'],
    unchecked('CEL expression', 'The CEL expression on the body is not checked.', 'Add an assertion.'),
  ),
  valid_http_versions: unchecked('HTTP versions', 'The HTTP version is not checked.'),
  ...repeat(['enable_http2', 'enable_http3'], missing('HTTP version of requests', 'Requests use HTTP/1.1.')),
  compression: unchecked('compression', 'The compression is not checked.'),
  body_size_limit: unchecked('largest body', 'The size of the body is not checked.'),
  body_file: lost('request body in a file', 'The body is in a file that is not in the source.'),
  http_headers: lost('request headers in files', 'The headers of http_headers are not sent.'),
  oauth2: part(
    'client credentials of OAuth 2',
    'http_config.authentication',
    'A secret in a file is not in the source.',
  ),
  proxy_url: part('proxy', 'http_config.proxy', 'Only proxies over http, https and SOCKS5 are used.'),
  proxy_from_environment: lost('proxy of the environment', 'The proxy of the environment is not used.'),
  proxy_connect_header: lost('headers for the proxy', 'The headers of proxy_connect_header are not sent.'),
  skip_resolve_phase_with_proxy: none('whether the target is only resolved by the proxy, as here'),
  no_proxy: lost('hosts without the proxy', 'A redirect to a host of no_proxy uses the proxy.'),
}

const NAME = part(
  'name for TLS',
  'http_config.headers.Host',
  'A name that differs from the target and the Host header is not used.',
)

const NO_CERTIFICATE = 'Add it to the TLS options of the monitor.'

export const HTTP_TLS: FieldTable = {
  insecure_skip_verify: kept('any certificate is accepted', 'http_config.verify_ssl, ssl_monitoring.check_validity'),
  server_name: kept('name for TLS', 'http_config.tls.server_name'),
  ca: kept('own authority', 'http_config.tls.ca'),
  cert: kept('client certificate', 'http_config.tls.client_certificate'),
  key: kept('key of the client certificate', 'http_config.tls.client_key'),
  ca_file: lost('own authority in a file', 'Its certificate authority is in a file of its own.', NO_CERTIFICATE),
  cert_file: lost('client certificate in a file', 'The client certificate is in a file of its own.', NO_CERTIFICATE),
  key_file: none('key of the client certificate in a file'),
  min_version: kept('lowest TLS version', 'http_config.tls.min_version'),
  max_version: kept('highest TLS version', 'http_config.tls.max_version'),
}

export const TLS: FieldTable = {
  insecure_skip_verify: kept('any certificate is accepted', 'http_config.verify_ssl, ssl_monitoring.check_validity'),
  server_name: NAME,
  ...repeat(
    ['ca_file', 'ca'],
    lost('own authority', 'Its own certificate authority is not used.', 'Set WK_CA_FILE where the checks run.'),
  ),
  ...repeat(['cert_file', 'cert'], lost('client certificate', 'The client certificate is not used.')),
  ...repeat(['key_file', 'key'], none('key of the client certificate')),
  ...repeat(['min_version', 'max_version'], unchecked('TLS versions', 'The TLS versions are not limited.')),
}

export const BASIC_AUTH: FieldTable = {
  ...repeat(['username', 'password'], kept('user and password', 'http_config.headers.Authorization')),
  ...repeat(['username_file', 'password_file', 'username_ref', 'password_ref'], NO_FILE),
}

export const AUTHORIZATION: FieldTable = {
  ...repeat(['type', 'credentials'], kept('scheme and value', 'http_config.headers.Authorization')),
  ...repeat(['credentials_file', 'credentials_ref'], NO_FILE),
}

export const OAUTH2: FieldTable = {
  ...repeat(['token_url', 'client_id', 'client_secret', 'scopes'], kept('credentials', 'http_config.authentication')),
  endpoint_params: part('other parameters', 'http_config.authentication.audience', 'Only audience is sent.'),
  client_secret_file: NO_FILE,
  ...repeat(
    ['tls_config', 'proxy_url'],
    lost('connection to the token server', 'The token server is reached directly.'),
  ),
}

export const TCP: FieldTable = {
  ...FAMILY,
  ...SOURCE_ADDRESS,
  query_response: part('conversation', 'tcp_config', 'Only a greeting, or one text and its answer, is repeated.'),
  tls: kept('whether TLS begins at once', 'ssl_monitoring'),
  tls_config: kept('TLS', 'ssl_monitoring'),
}

export const STEP: FieldTable = {
  expect: part('pattern of an answer', 'tcp_config.protocol, tcp_config.protocol_validation', PATTERNS),
  expect_bytes: kept('bytes of an answer', 'tcp_config.protocol_validation.expect'),
  send: kept('text', 'tcp_config.protocol_validation.send'),
  starttls: part('start of TLS', 'ssl_monitoring', 'Only SMTP, POP3, IMAP and FTP begin TLS by a command.'),
  labels: lost('labels from an answer', 'Parts of the answer do not become labels.'),
}

export const ICMP: FieldTable = {
  ...FAMILY,
  ...SOURCE_ADDRESS,
  payload_size: part('size', 'icmp_config.packet_size', 'A packet has 8 to 1400 bytes.'),
  ttl: kept('time to live', 'icmp_config.ttl'),
  dont_fragment: lost('whether packets stay whole', 'Packets may be fragmented.'),
}

const RECORDS = unchecked(
  'patterns of records',
  'The patterns on the records are not checked.',
  'Add the expected values.',
)

export const DNS: FieldTable = {
  ...FAMILY,
  ...SOURCE_ADDRESS,
  query_name: kept('name that is looked up', 'target'),
  query_type: part('record type', 'dns_config.record_entries', 'It asks for A records instead of ANY.'),
  valid_rcodes: part('results', 'the check itself', 'A monitor that expects a failed lookup is dropped.'),
  transport_protocol: idleAt(['udp'], lost('UDP or TCP', 'Lookups use UDP first.')),
  dns_over_tls: lost('DNS over TLS', 'Lookups do not use TLS.'),
  tls_config: none('TLS of DNS over TLS'),
  query_class: idleAt(['IN'], unchecked('class of the records', 'Lookups ask for the class IN.')),
  recursion_desired: missing('whether the server asks others', 'Lookups ask for recursion.'),
  ...repeat(['validate_answer_rrs', 'validate_authority_rrs', 'validate_additional_rrs'], RECORDS),
}

export const JOB: FieldTable = {
  job_name: kept('name', 'group'),
  params: part(
    'module and name of the host',
    'the settings of the type',
    'Other parameters of the probe are not used.',
  ),
  static_configs: kept('targets', 'monitors'),
  scrape_interval: kept('time between two checks', 'interval_seconds'),
  scrape_timeout: kept('timeout without one of the module', 'timeout_ms'),
  relabel_configs: part('rules for labels', 'target', 'Rules that change labels are not applied.'),
  metric_relabel_configs: missing('rules for labels of results', 'Rules that change labels are not applied.'),
  '…_sd_configs': missing('targets found at run time', 'Targets found at run time are not imported.'),
  ...repeat(['metrics_path', 'scheme'], none('address of the exporter')),
  ...repeat(
    ['basic_auth', 'authorization', 'oauth2', 'tls_config', 'bearer_token', 'proxy_url', 'follow_redirects'],
    none('connection to the exporter'),
  ),
  ...repeat(
    ['honor_labels', 'honor_timestamps', 'scrape_protocols', 'enable_compression'],
    none('reading of the metrics'),
  ),
  ...repeat(['sample_limit', 'label_limit', 'target_limit', 'body_size_limit'], none('limits of the metrics')),
  ...repeat(['evaluation_interval', 'external_labels', 'query_log_file'], none('global setting of Prometheus')),
}

export const TARGETS: FieldTable = {
  targets: kept('addresses', 'target'),
  labels: kept('labels', 'tags'),
}

export const BLACKBOX_FIELDS: FieldTables = {
  Module: MODULE,
  'http of a module': HTTP,
  'tls_config of http': HTTP_TLS,
  'tls_config of tcp': TLS,
  basic_auth: BASIC_AUTH,
  authorization: AUTHORIZATION,
  oauth2: OAUTH2,
  'tcp of a module': TCP,
  'Step of query_response': STEP,
  'icmp of a module': ICMP,
  'dns of a module': DNS,
  'Job of scrape_configs': JOB,
  'Entry of static_configs': TARGETS,
}
