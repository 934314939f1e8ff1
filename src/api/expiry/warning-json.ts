/** What people were warned of, as the certificate and the domain of a monitor show it. */
import Type, { type Static } from 'typebox'
import type { Warning } from '../../services/expiry/expiries.ts'
import { Nullable } from '../platform/schemas.ts'
import { toIsoOrNull } from '../platform/times.ts'

export const WARNED = {
  warned_days: Nullable(
    Type.Integer({
      description:
        'The threshold that people were warned of last, while that warning stands; 0 when they were told that it has ' +
        'expired. Null when they were not warned of its end',
    }),
  ),
  warned_at: Nullable(
    Type.String({
      format: 'date-time',
      description: 'When they were warned last, of its end or of what else is wrong; null while no warning stands',
    }),
  ),
  incident_id: Nullable(Type.String({ format: 'uuid', description: 'Of the open incident about it' })),
}

export const toWarning = ({
  days,
  at,
  incidentId,
}: Warning): { [K in keyof typeof WARNED]: Static<(typeof WARNED)[K]> } => ({
  warned_days: days,
  warned_at: toIsoOrNull(at),
  incident_id: incidentId,
})
