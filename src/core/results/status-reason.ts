/**
 * Kinds of reasons in the status history. A list shows the kind in a few words and in the reader's language. The kind
 * follows from the stored text, so that it also exists for statuses that began before kinds existed.
 */
import { ERROR_TYPES } from './verdict.ts'

export const STATUS_REASON_KINDS = [
  ...ERROR_TYPES,
  'assertion',
  'connection_refused',
  'connection_reset',
  'connection_closed',
  'host_unreachable',
  'certificate_expired',
  'certificate_not_yet_valid',
  'certificate_wrong_host',
  'certificate_untrusted',
  'name_not_found',
  'packet_loss',
  'ping_overdue',
  'run_overdue',
  'job_failed',
  'exit_status',
  'no_results',
  'no_results_yet',
  'paused',
  'disabled',
  'other',
] as const
type StatusReasonKind = (typeof STATUS_REASON_KINDS)[number]

export interface StatusReason {
  kind: StatusReasonKind
  /**
   * Status code, exit status or packet loss (%); milliseconds of a timeout or of a slow response. Null if the text
   * contains no such number.
   */
  value: number | null
  /** Error message of the check; the whole text if it contains none. */
  message: string
}

/** See `judgeMonitor`. Remarks about maintenance and flapping may follow. */
const FAILING_PATTERN =
  /^(?:down|degraded): \d+ of \d+ regions?, `(.*)`, (?:\d+ checks? in a row|a recovery not yet confirmed)/s

/** Texts of the service, the probers and the heartbeats. The first pattern that matches counts; its group is the value. */
const PATTERNS: readonly (readonly [RegExp, StatusReasonKind])[] = [
  [/^status (\d{3})\b/, 'status_code'],
  [/^answered in (\d+) ms, slower than/, 'slow_response'],
  [/^no ping arrived in time/, 'ping_overdue'],
  [/^the run that started at \S+ has not ended/, 'run_overdue'],
  [/^the job reported exit status (-?\d+)/, 'exit_status'],
  [/^the job reported a failure/, 'job_failed'],
  [/^(?:the monitor was created|checks were resumed)/, 'no_results_yet'],
  [/^(?:unknown: no result arrived in time|no region has a fresh opinion)/, 'no_results'],
  [/^checks were paused/, 'paused'],
  [/^checks were disabled/, 'disabled'],
  [/^".* (?:not found in [\d,]+ characters|found but not allowed)/s, 'keyword_missing'],
  [/^(?:\$|header |body\b|response time\b).*(?: is .*, expected | cannot be read: )/s, 'assertion'],
  [/^resolve \w+ \S+: wanted (?:any of|all of|exactly) /, 'dns_validation_error'],
  [/: (?:certificate|authority ".*") expired/, 'certificate_expired'],
  [/: (?:(?:certificate|authority ".*") not valid before|certificate not yet valid)/, 'certificate_not_yet_valid'],
  [/: certificate is for /, 'certificate_wrong_host'],
  [/: (?:self-signed certificate|certificate from an unknown authority)/, 'certificate_untrusted'],
  [/: ECONNREFUSED\b/, 'connection_refused'],
  [/: (?:ECONNRESET|ECONNABORTED|EPIPE)\b/, 'connection_reset'],
  [/: (?:EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENONET)\b/, 'host_unreachable'],
  [/: ETIMEDOUT\b/, 'timeout'],
  [/ packets lost, ([\d.]+) %/, 'packet_loss'],
  [/ in (\d+) ms(?: \(|$)/, 'timeout'],
  [/: (?:connection )?closed\b/, 'connection_closed'],
  [/^resolve .*: NXDOMAIN/, 'name_not_found'],
  [/^resolve /, 'dns_error'],
  [/^tls /, 'ssl_error'],
  [/^(?:connect|read|write|ping|ask) /, 'connection_error'],
]

/** @param text reason of a status change */
export function parseStatusReason(text: string): StatusReason {
  const message = FAILING_PATTERN.exec(text)?.[1] ?? text
  // A check without a message has only its type
  const type = ERROR_TYPES.find((name) => name === message)
  if (type) return { kind: type, value: null, message }
  for (const [pattern, kind] of PATTERNS) {
    const found = pattern.exec(message)
    if (found) return { kind, value: found[1] === undefined ? null : Number(found[1]), message }
  }
  return { kind: 'other', value: null, message }
}
