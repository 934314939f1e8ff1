/** Expiry warnings that were sent, as shown with the certificate and the domain of a monitor. */
import Type, { type Static } from 'typebox'
import type { Warning } from '../../services/expiry/expiries.ts'
import { Nullable } from '../platform/schemas.ts'
import { toIsoOrNull } from '../platform/times.ts'

export const WARNING_FIELDS = {
  warned_days: Nullable(
    Type.Integer({
      description:
        'Threshold of the last warning, while the warning is active. 0 after a notification of expiry. Null if no ' +
        'warning of expiry was sent',
    }),
  ),
  warned_at: Nullable(
    Type.String({
      format: 'date-time',
      description: 'Time of the last warning about expiry or another problem; null while no warning is active',
    }),
  ),
  incident_id: Nullable(Type.String({ format: 'uuid', description: 'Open incident about this problem' })),
}

export const toWarning = ({
  days,
  at,
  incidentId,
}: Warning): { [K in keyof typeof WARNING_FIELDS]: Static<(typeof WARNING_FIELDS)[K]> } => ({
  warned_days: days,
  warned_at: toIsoOrNull(at),
  incident_id: incidentId,
})
