/** Parses the server's English reasons and notes about incidents, so that common ones can be translated. */

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
  | {
      kind: 'pause'
      /** `full`: the plan did not allow the resume. */
      what: 'paused' | 'disabled' | 'resumed' | 'ended' | 'full'
      /** ISO 8601; null for a pause without an end. */
      until: string | null
    }
  | {
      /** Alerts that wait for a dependency or a group, and an incident that ended before any alert was sent. */
      kind: 'held' | 'never_sent'
      isGroup: boolean
      /** Name of the dependency or group. */
      name: string
    }
  | {
      kind: 'escalated'
      step: string
      /** Null in the first round. */
      round: string | null
      recipients: string
    }
  /** Any other reason, in the server's English text. */
  | { kind: 'other'; text: string }

const FAILED_PATTERN =
  /^(?:down|degraded): (\d+) of (\d+) regions?, `(.*)`, (?:(\d+) checks? in a row|a recovery not yet confirmed)(?:; (.+) saw it up)?$/s
const PASSED_PATTERN = /^up: \d+ of (\d+) regions?, (?:(\d+) checks? in a row|a failure not yet confirmed)$/
const STALE_REASONS = ['unknown: no result arrived in time', 'no region has a fresh opinion']

/** Reasons of the status history, and updates of incidents, about a pause. */
const PAUSE_PATTERNS = [
  ['full', /the pause ended, but checks stay paused/],
  ['ended', /^(?:Monitoring has resumed: )?the pause ended$/],
  ['resumed', /^(?:checks were resumed|Monitoring has resumed)$/],
  ['disabled', /^(?:checks were|Monitoring is) disabled(?:\. |$)/],
  ['paused', /^(?:checks were|Monitoring is) paused(?: until (\S+Z))?(?:\. |$)/],
] as const

function parsePause(text: string): Reason | null {
  for (const [what, pattern] of PAUSE_PATTERNS) {
    const found = pattern.exec(text)
    if (found) return { kind: 'pause', what, until: found[1] ?? null }
  }
  return null
}

const HELD_PATTERN =
  /^(Alerts are held|No alert was sent): (?:alerts were held while )?the (group|dependency) "(.*)" (?:is|was) down$/s
const ESCALATED_PATTERN = /^Escalated (?:early )?to step (\d+)(?: of round (\d+))?: (.+)$/s

function parseNote(text: string): Reason | null {
  const held = HELD_PATTERN.exec(text)
  if (held)
    return { kind: held[1] === 'Alerts are held' ? 'held' : 'never_sent', isGroup: held[2] === 'group', name: held[3]! }
  const escalated = ESCALATED_PATTERN.exec(text)
  if (!escalated) return null
  return { kind: 'escalated', step: escalated[1]!, round: escalated[2] ?? null, recipients: escalated[3]! }
}

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
  return parsePause(text) ?? parseNote(text) ?? { kind: 'other', text }
}
