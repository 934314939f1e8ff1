/** A change that waits for confirmation, as the API shows it. */
import Type, { type Static } from 'typebox'
import type { Confirmation } from '../../core/results/confirmation.ts'
import { parseStatusReason } from '../../core/results/status-reason.ts'
import { ERROR_TYPES } from '../../core/results/verdict.ts'
import { IsoTime, Nullable, OneOf } from '../platform/schemas.ts'
import { toIso } from '../platform/times.ts'
import { StatusReasonSchema, toStatusReason } from './status-reason-json.ts'

export const Confirming = Type.Object(
  {
    direction: OneOf(['down', 'up']),
    count: Type.Integer({ description: 'Consecutive checks so far, in the region that is furthest on', examples: [1] }),
    threshold: Type.Integer({
      description: 'Consecutive checks that confirm the change: `failure_threshold` or `recovery_threshold`',
      examples: [2],
    }),
    since: Type.Unsafe<string>({ ...IsoTime, description: 'First check of the run' }),
    regions: Type.Array(Type.String(), {
      description: 'Codes of the regions that see the change',
      examples: [['local']],
    }),
    error_type: Nullable(OneOf(ERROR_TYPES)),
    error_message: Nullable(
      Type.String({
        description: 'Error of the region that is furthest on; for a recovery, the error that it recovers from',
        examples: ['status 503, expected 200-299'],
      }),
    ),
    reason: Type.Optional(StatusReasonSchema),
  },
  {
    title: 'Confirming',
    description:
      'Change of the status that is not confirmed yet. The status changes after `threshold` consecutive checks, and ' +
      'then counts from `since`. Without such a change, a single monitor has null, and a list has no such field',
  },
)

export const toConfirming = (confirmation: Confirmation): Static<typeof Confirming> => ({
  direction: confirmation.direction,
  count: confirmation.count,
  threshold: confirmation.threshold,
  since: toIso(confirmation.since),
  regions: confirmation.regions,
  error_type: confirmation.errorType,
  error_message: confirmation.errorMessage,
  ...toReason(confirmation.errorMessage ?? confirmation.errorType),
})

const toReason = (error: string | null) => error !== null && { reason: toStatusReason(parseStatusReason(error)) }
