/** The reason of an incident in one line, for lists and pages of incidents: `503 Service Unavailable, expected 2xx`. */
import type { Schemas } from '../../../api/types.ts'
import type { Catalogue } from '../../../text/catalogue.ts'
import type { Format } from '../../../text/format.ts'
import { formatIncidentReason } from './short-reason.ts'

/** Reason phrases of frequent statuses. Source: the IANA registry of HTTP status codes */
const PHRASES: Readonly<Record<string, string>> = {
  301: 'Moved Permanently',
  302: 'Found',
  303: 'See Other',
  304: 'Not Modified',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  421: 'Misdirected Request',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  451: 'Unavailable For Legal Reasons',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  507: 'Insufficient Storage',
}

/** The message of a check whose status was not as expected. */
const STATUS_MESSAGE = /^status (\d{3})(.*), expected (.+)$/s

/** Returns `503 Service Unavailable, expected 2xx`; null for a message about anything else. */
export function formatUnexpectedStatus(message: string, { incidents }: Pick<Catalogue, 'incidents'>): string | null {
  const [, status, redirects = '', expected] = STATUS_MESSAGE.exec(message) ?? []
  if (!status || !expected) return null
  const phrase = PHRASES[status] ? ` ${PHRASES[status]}` : ''
  return incidents.unexpectedStatus(`${status}${phrase}${redirects}`, expected)
}

interface FullReason {
  line: string
  /** The message of the check; null when it is equal to the line. */
  detail: string | null
}

export function formatFullReason(
  incident: Pick<Schemas['Incident'], 'reason' | 'error_message'>,
  text: Catalogue,
  format: Format,
): FullReason {
  const { reason, error_message: error } = incident
  const unexpected = reason?.kind === 'status_code' ? formatUnexpectedStatus(error, text) : null
  if (unexpected !== null) return { line: unexpected, detail: null }
  const line = formatIncidentReason(incident, text, format)
  return { line, detail: line === error ? null : error }
}
