/**
 * The state of a monitor, as the API shows it: the reason of its status, a change that waits for confirmation, and its
 * silences.
 */
import Type, { type Static } from 'typebox'
import type { Silence, SilenceTerms } from '../../core/incidents/silence.ts'
import { YEAR_DAYS } from '../../core/platform/time/time.ts'
import type { Confirmation } from '../../core/results/confirmation.ts'
import { parseStatusReason, STATUS_REASON_KINDS, type StatusReason } from '../../core/results/status-reason.ts'
import { ERROR_TYPES } from '../../core/results/verdict.ts'
import { IsoTime, Nullable, OneOf } from '../platform/schemas.ts'
import { type EndFields, requireEndTime, toEndFields, toIso } from '../platform/times.ts'

export const StatusReasonSchema = Type.Object(
  {
    kind: OneOf(STATUS_REASON_KINDS, { examples: ['status_code'] }),
    value: Type.Optional(
      Type.Number({
        description:
          'Status code, exit status or packet loss in percent; milliseconds of `timeout` and `slow_response`. Absent ' +
          'if unknown',
        examples: [503],
      }),
    ),
    message: Type.String({ examples: ['status 503, expected 2xx'] }),
    actor_name: Type.Optional(
      Type.String({ description: 'User who paused or disabled the monitor', examples: ['Alice'] }),
    ),
  },
  {
    title: 'StatusReason',
    description:
      'Why a monitor is or was not up, in parts. Absent for `up`, without an error, and for incidents that a user reported',
  },
)

/** @param actorName null when no user made the change */
export const toStatusReason = (
  { kind, value, message }: StatusReason,
  actorName: string | null = null,
): Static<typeof StatusReasonSchema> => ({
  kind,
  ...(value !== null && { value }),
  message,
  ...(actorName !== null && { actor_name: actorName }),
})

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

export const SilenceSchema = Type.Object(
  {
    since: IsoTime,
    until: IsoTime,
    by_name: Nullable(Type.String({ description: 'User who silenced the alerts last', examples: ['Alice'] })),
    note: Type.Optional(Type.String({ examples: ['Replacing the switch'] })),
  },
  { title: 'Silence' },
)

export const toSilence = ({ since, until, by, note }: Silence): Static<typeof SilenceSchema> => ({
  since: toIso(since),
  until: toIso(until),
  by_name: by.name,
  ...(note !== null && { note }),
})

/** Fields of a request that silences monitors. */
export const SilenceFields = {
  ...toEndFields('silence', YEAR_DAYS),
  note: Type.Optional(Nullable(Type.String({ maxLength: 500, description: 'Shown with the silence' }))),
}

/** @throws Problem VALIDATION_ERROR unless exactly one end is given */
export const toSilenceTerms = (
  { note, ...end }: EndFields & { note?: string | null | undefined },
  now: number,
): SilenceTerms => ({ until: requireEndTime(end, now), note: note?.trim() || null })
