/** Parses the server's English reasons in the status history, so that common ones can be translated. */

type Reason =
  | {
      kind: 'trouble'
      /** Number of regions that see the failure, out of `regions` with a fresh opinion. */
      seen: number
      regions: number
      /** Error message of the check. */
      message: string
      /** Consecutive checks; null while a recovery is not yet confirmed. */
      inARow: number | null
      /** Codes of regions where the monitor is up. */
      dissent: string[]
    }
  | { kind: 'well'; regions: number; inARow: number | null }
  | { kind: 'stale' }
  | { kind: 'created' }
  /** Any other reason, in the server's English text. */
  | { kind: 'other'; text: string }

const FAILED_PATTERN =
  /^(?:down|degraded): (\d+) of (\d+) regions?, `(.*)`, (?:(\d+) checks? in a row|a recovery not yet confirmed)(?:; (.+) saw it up)?$/s
const PASSED_PATTERN = /^up: \d+ of (\d+) regions?, (?:(\d+) checks? in a row|a failure not yet confirmed)$/
const STALE_REASONS = ['unknown: no result arrived in time', 'no region has a fresh opinion']

export function parseReason(text: string): Reason {
  const failed = FAILED_PATTERN.exec(text)
  if (failed) {
    const [, seen, regions, message, inARow, dissent] = failed
    return {
      kind: 'trouble',
      seen: Number(seen),
      regions: Number(regions),
      message: message!,
      inARow: inARow === undefined ? null : Number(inARow),
      dissent: dissent === undefined ? [] : dissent.split(', '),
    }
  }
  const passed = PASSED_PATTERN.exec(text)
  if (passed)
    return { kind: 'well', regions: Number(passed[1]), inARow: passed[2] === undefined ? null : Number(passed[2]) }
  if (STALE_REASONS.includes(text)) return { kind: 'stale' }
  if (text === 'the monitor was created') return { kind: 'created' }
  return { kind: 'other', text }
}
