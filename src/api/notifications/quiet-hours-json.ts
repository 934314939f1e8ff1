/** Quiet hours in requests and responses. */
import Type, { type Static } from 'typebox'
import { findQuietHoursIssues, QUIET_MODES, type QuietHours } from '../../core/notifications/quiet-hours.ts'
import { createInvalid } from '../../core/platform/errors.ts'
import { RestrictionRequests, Restrictions, toRestriction } from '../on-call/on-call-json.ts'
import { Nullable, OneOf } from '../platform/schemas.ts'

const fields = {
  timezone: Type.String({ maxLength: 64, description: 'IANA time zone', examples: ['Europe/Berlin'] }),
  mode: OneOf(QUIET_MODES, {
    description:
      '`wait` holds all messages. `critical_only` sends openings and ends of outages with the severity `critical` or ' +
      '`major` at once, and holds the rest',
  }),
}

const restrictionsOptions = {
  maxItems: 14,
  description: 'Quiet times. Without weekdays, a restriction applies to every day',
  examples: [[{ from_weekday: null, from: '22:00', to_weekday: null, to: '07:00' }]],
}

const description =
  'Times in which messages are held. Their end sends the held messages as one message. Null: no quiet hours'

export const QuietHoursShown = Nullable(
  Type.Object(
    { ...fields, restrictions: Type.Unsafe<Static<typeof Restrictions>>({ ...Restrictions, ...restrictionsOptions }) },
    { title: 'QuietHours', description },
  ),
)

export const QuietHoursRequest = Nullable(
  Type.Object(
    {
      ...fields,
      mode: Type.Optional({ ...fields.mode, default: 'wait' as const }),
      restrictions: Type.Unsafe<Static<typeof RestrictionRequests>>({
        ...RestrictionRequests,
        ...restrictionsOptions,
        minItems: 1,
      }),
    },
    { additionalProperties: false, description },
  ),
)

/** @throws Problem VALIDATION_ERROR */
export function toQuietHours(body: Static<typeof QuietHoursRequest>): QuietHours | null {
  if (body === null) return null
  const { timezone, restrictions, mode = 'wait' } = body
  const quietHours = { timezone, restrictions: restrictions.map(toRestriction), mode }
  const issues = findQuietHoursIssues(quietHours)
  if (issues.length === 0) return quietHours
  throw createInvalid(issues.map(({ field, message }) => ({ field: `quiet_hours.${field}`, message })))
}
