/** Reasons in a few words: `HTTP 503`, `Timeout after 10 s`, `Certificate expired`. */
import type { Schemas } from '../../../api/types.ts'
import type { FirstTexts } from '../../../text/catalogue.ts'
import type { Format } from '../../../text/format.ts'

type Reason = Schemas['StatusReason']

/** @returns the message of the check for a kind without a text */
export function formatReason({ kind, value, message }: Reason, { reasons }: FirstTexts, format: Format): string {
  if (value !== undefined)
    switch (kind) {
      case 'status_code':
        return `HTTP ${value}`
      case 'timeout':
        return reasons.timeoutAfter(format.ms(value))
      case 'slow_response':
        return reasons.slow(format.ms(value))
      case 'packet_loss':
        return reasons.packetLoss(format.percent(value, 0))
      case 'exit_status':
        return reasons.exitStatus(String(value))
    }
  return (reasons.kinds as Readonly<Record<string, string>>)[kind] ?? message
}

/**
 * Returns the reason of an incident. It is the reason of its outage, so it stays the same while the monitor recovers,
 * flaps or is paused. An incident without a check has the words of its reporter.
 */
export const formatIncidentReason = (
  { reason, error_message: error }: { reason?: Reason | undefined; error_message: string },
  text: FirstTexts,
  format: Format,
): string => (reason ? formatReason(reason, text, format) : error)
