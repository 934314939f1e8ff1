/** Reasons in a few words: `HTTP 503`, `Timeout after 10 s`, `Certificate expired`. */
import type { Schemas } from '../../api/types.ts'
import type { FirstTexts } from '../../text/catalogue.ts'
import type { Format } from '../../text/format.ts'

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
