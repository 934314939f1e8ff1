/** Past maintenance of a monitor, for marks on charts. */
import Type, { type Static } from 'typebox'
import { getMonitor } from '../../services/monitors/monitors.ts'
import { resolvePeriod } from '../../services/results/uptime.ts'
import { listNamedSpans, type NamedSpan } from '../../store/maintenance/monitor-maintenance.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import { VIEW } from '../platform/monitor-access.ts'
import type { Resource } from '../platform/resource.ts'
import { IsoTime, Nullable, Uuid, UuidParams } from '../platform/schemas.ts'
import { toIso } from '../platform/times.ts'
import { PeriodQuery, parseIsoPeriod } from '../results/monitor-uptime.ts'

/** More marks than any chart can show. */
const MAX_SPANS = 1_000

const Span = Type.Object(
  {
    window_id: Nullable(Uuid),
    name: Nullable(
      Type.String({
        description: 'Name of the window; null if the window was deleted',
        examples: ['Database upgrade'],
      }),
    ),
    starts_at: IsoTime,
    ends_at: Type.Unsafe<string>({ ...IsoTime, description: 'In the future while the maintenance continues' }),
  },
  { title: 'MaintenanceSpan' },
)

export const registerMonitorMaintenanceRoutes: Resource = (api, { context }) => {
  const { db } = context.store

  api.get(
    '/api/monitors/:id/maintenance',
    {
      config: { access: VIEW, compressed: true, errors: ['MONITOR_NOT_FOUND'] },
      schema: {
        tags: ['Monitors'],
        summary: 'List the maintenance periods of a monitor, oldest first',
        description: `Returns maintenance as it took place: later changes to a window do not change past periods. The requested period is at most 366 days long and ends now at the latest. Only the newest ${MAX_SPANS} maintenance periods are returned.`,
        params: UuidParams('id'),
        querystring: Type.Object(PeriodQuery),
        response: {
          200: toDataSchema(Type.Object({ maintenance: Type.Array(Span), has_more: Type.Boolean() })),
        },
      },
    },
    async ({ params, query, project }) => {
      const period = resolvePeriod(parseIsoPeriod(query), context.now())
      const { key } = await getMonitor(db, project.id, params.id)
      const spans = await listNamedSpans(db, key, period, MAX_SPANS + 1)
      const shown = spans.slice(0, MAX_SPANS).toReversed()
      return toEnvelope({ maintenance: joinSpans(shown).map(toSpan), has_more: spans.length > MAX_SPANS })
    },
  )
}

/** Joins adjacent spans. Long maintenance is stored in pieces, each of which starts at the end of another. */
function joinSpans(spans: readonly NamedSpan[]): NamedSpan[] {
  const whole: NamedSpan[] = []
  const last = new Map<string, NamedSpan>()
  for (const span of spans) {
    const before = last.get(span.windowId)
    if (before && before.endsAt >= span.startsAt) before.endsAt = Math.max(before.endsAt, span.endsAt)
    else {
      const copy = { ...span }
      whole.push(copy)
      last.set(span.windowId, copy)
    }
  }
  return whole
}

const toSpan = ({ windowId, name, startsAt, endsAt }: NamedSpan): Static<typeof Span> => ({
  window_id: name === null ? null : windowId,
  name,
  starts_at: toIso(startsAt),
  ends_at: toIso(endsAt),
})
