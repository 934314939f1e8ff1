/** Units of other products. */

const UNITS_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
  y: 365 * 86_400_000,
}

/** Parses a duration as Go and Prometheus write it: `1h30m`, `150ms`. Returns ms; null for another text. */
export function parseDuration(text: string | null): number | null {
  const duration = (text ?? '').trim()
  if (!/^(\d+(\.\d+)?(ms|[smhdwy]))+$/.test(duration)) return null
  const parts = duration.matchAll(/(\d+(?:\.\d+)?)(ms|[smhdwy])/g)
  return [...parts].reduce((sum, [, count, unit]) => sum + Number(count) * UNITS_MS[unit!]!, 0)
}

/** Returns seconds; null without a duration. */
export function parseSeconds(text: string | null): number | null {
  const ms = parseDuration(text)
  return ms === null ? null : ms / 1_000
}

/** Splits `host:port` and `[2001:db8::1]:port`. The port is null when it is missing or invalid. */
export function splitHostPort(text: string): { host: string; port: number | null } {
  const [, bracketed, plain, port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d{1,5}))?$/.exec(text.trim()) ?? []
  return { host: bracketed ?? plain ?? text.trim(), port: port === undefined ? null : Number(port) }
}

/** Status codes that a condition can select. */
export const ALL_STATUS_CODES: readonly number[] = Array.from({ length: 500 }, (_, index) => 100 + index)
