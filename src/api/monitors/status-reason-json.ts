/** Reason why a monitor is not up, in parts that a client can show in a few words and translate. */
import Type, { type Static } from 'typebox'
import { STATUS_REASON_KINDS, type StatusReason } from '../../core/results/status-reason.ts'
import { OneOf } from '../platform/schemas.ts'

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
