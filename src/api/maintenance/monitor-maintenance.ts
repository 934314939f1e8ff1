/** When a monitor was in maintenance, for marks on charts. */
import Type, { type Static } from 'typebox'
import { getMonitor } from '../../services/monitors/monitors.ts'
import { periodOf } from '../../services/results/uptime.ts'
import { listNamedSpans, type NamedSpan } from '../../store/maintenance/monitor-maintenance.ts'
import { dataOf, ok } from '../platform/envelope.ts'
import { VIEW } from '../platform/monitor-access.ts'
import type { Resource } from '../platform/resource.ts'
import { IsoTime, Nullable, Uuid, UuidParams } from '../platform/schemas.ts'
import { toIso } from '../platform/times.ts'
import { PeriodQuery, periodOfIso } from '../results/monitor-uptime.ts'

/** More marks than any chart has room for. */
const MOST_SPANS = 1_000

const Span = Type.Object(
  {
    window_id: Nullable(Uuid),
    name: Nullable(
      Type.String({ description: 'Of the window; null when it was deleted', examples: ['Database upgrade'] }),
    ),
    starts_at: IsoTime,
    ends_at: Type.Unsafe<string>({ ...IsoTime, description: 'In the future while it goes on' }),
  },
  { title: 'MaintenanceSpan' },
)

export const monitorMaintenance: Resource = (api, { context }) => {
  const { db } = context.store

  api.get(
    '/api/monitors/:id/maintenance',
    {
      config: { access: VIEW, compressed: true, errors: ['MONITOR_NOT_FOUND'] },
      schema: {
        tags: ['Monitors'],
        summary: 'List when a monitor was in maintenance within a period, oldest first',
        description:
          'As it came about: windows that were changed or deleted since change nothing of it. The period is at most 366 ' +
          `days long and ends at the present; of more than ${MOST_SPANS} spans the newest are told.`,
        params: UuidParams('id'),
        querystring: Type.Object(PeriodQuery),
        response: {
          200: dataOf(Type.Object({ maintenance: Type.Array(Span), has_more: Type.Boolean() })),
        },
      },
    },
    async ({ params, query, project }) => {
      const period = periodOf(periodOfIso(query), context.now())
      const { key } = await getMonitor(db, project.id, params.id)
      const spans = await listNamedSpans(db, key, period, MOST_SPANS + 1)
      const shown = spans.slice(0, MOST_SPANS).toReversed()
      return ok({ maintenance: joined(shown).map(toSpan), has_more: spans.length > MOST_SPANS })
    },
  )
}

/** Long maintenance is kept in pieces, of which one begins where another ends. */
function joined(spans: readonly NamedSpan[]): NamedSpan[] {
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
