/** The incident filter, stored in the address. */
export const STATUSES = ['unresolved', 'open', 'acknowledged', 'resolved', 'all'] as const
export const SEVERITIES = ['critical', 'major', 'minor', 'warning'] as const
export const SOURCES = ['system', 'manual'] as const
export const TYPES = [
  'connection_error',
  'timeout',
  'status_code',
  'keyword_missing',
  'ssl_error',
  'dns_error',
  'dns_validation_error',
  'slow_response',
] as const

export type IncidentType = (typeof TYPES)[number]

export interface Filter {
  status: (typeof STATUSES)[number]
  severity: (typeof SEVERITIES)[number] | null
  type: IncidentType | null
  source: (typeof SOURCES)[number] | null
  monitor: string | null
  /** First day, `2026-01-31`, in the user's time zone. */
  from: string | null
  /** Last day. */
  to: string | null
}

export const NO_FILTER: Filter = {
  status: 'unresolved',
  severity: null,
  type: null,
  source: null,
  monitor: null,
  from: null,
  to: null,
}

const parseOneOf = <T extends string>(values: readonly T[], given: unknown): T | null =>
  values.find((word) => word === given) ?? null

const parseDay = (given: unknown): string | null =>
  typeof given === 'string' && /^\d{4}-\d\d-\d\d$/.test(given) && !Number.isNaN(Date.parse(given)) ? given : null

/** Parses the query of the address and ignores unknown values. */
export const parseFilter = (search: Readonly<Record<string, unknown>>): Filter => ({
  status: parseOneOf(STATUSES, search.status) ?? 'unresolved',
  severity: parseOneOf(SEVERITIES, search.severity),
  type: parseOneOf(TYPES, search.type),
  source: parseOneOf(SOURCES, search.source),
  monitor: typeof search.monitor === 'string' && /^[0-9a-f-]{36}$/i.test(search.monitor) ? search.monitor : null,
  from: parseDay(search.from),
  to: parseDay(search.to),
})

/** Defaults are left out of the address. */
export const toSearch = ({ status, ...rest }: Filter): Record<string, string> => ({
  ...(status !== 'unresolved' && { status }),
  ...Object.fromEntries(Object.entries(rest).filter((pair): pair is [string, string] => pair[1] !== null)),
})

/** Returns the number of active filters besides the status. */
export const countFilters = ({ status: _, ...rest }: Filter): number =>
  Object.values(rest).filter((value) => value !== null).length

/** Converts the filter to API parameters. Days begin at midnight in the user's time zone. */
export const toQuery = ({ severity, type, source, monitor, from, to }: Filter) => ({
  ...(severity && { severity }),
  ...(type && { type }),
  ...(source && { source }),
  ...(monitor && { monitor_id: monitor }),
  ...(from && { from: toMidnight(from, 0) }),
  ...(to && { to: toMidnight(to, 1) }),
})

function toMidnight(day: string, daysLater: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return new Date(year, month - 1, date + daysLater).toISOString()
}
