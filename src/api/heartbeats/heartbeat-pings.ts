/** The pings of a heartbeat, with what the job had to say. */
import Type, { type Static } from 'typebox'
import { PING_KINDS } from '../../core/heartbeats/heartbeat-state.ts'
import { getMonitor } from '../../services/monitors/monitors.ts'
import { listPings, pingId, type StoredPing } from '../../store/heartbeats/heartbeat-pings.ts'
import { OffsetQuery, ok, pageOf, pagination } from '../platform/envelope.ts'
import { VIEW } from '../platform/monitor-access.ts'
import type { Resource } from '../platform/resource.ts'
import { IsoTime, OneOf, Uuid, UuidParams } from '../platform/schemas.ts'
import { toIso } from '../platform/times.ts'

const Ping = Type.Object({
  id: Uuid,
  kind: OneOf(PING_KINDS),
  received_at: IsoTime,
  exit_status: Type.Optional(Type.Integer({ description: '0-255, when the job gave one' })),
  run_id: Type.Optional(Type.String({ format: 'uuid', description: 'The `rid` of the ping' })),
  duration_ms: Type.Optional(Type.Integer({ description: 'Of the run that this ping ended, when it told its start' })),
  body: Type.Optional(Type.String({ description: 'The first 10 KiB' })),
  body_bytes: Type.Integer({ description: 'Length of the body, as far as it was read: at most 102400' }),
  remote_address: Type.String(),
})

const toPing = (ping: StoredPing): Static<typeof Ping> => ({
  id: pingId(ping),
  kind: ping.kind,
  received_at: toIso(ping.at),
  exit_status: ping.exitStatus ?? undefined,
  run_id: ping.runId ?? undefined,
  duration_ms: ping.durationMs ?? undefined,
  body: ping.body ?? undefined,
  body_bytes: ping.bodyBytes,
  remote_address: ping.source,
})

export const heartbeatPings: Resource = (api, { context }) => {
  const { db } = context.store
  api.get(
    '/api/monitors/:id/pings',
    {
      config: { access: VIEW, errors: ['MONITOR_NOT_FOUND'], failure: 'CHECK_FETCH_FAILED' },
      schema: {
        tags: ['Heartbeats'],
        summary: 'List the pings of a heartbeat, newest first',
        description: 'About the newest thousand are kept. A monitor that waits for no pings has none.',
        params: UuidParams('id'),
        querystring: Type.Object(OffsetQuery),
        response: { 200: pageOf('pings', Ping) },
      },
    },
    async ({ params, query, project }) => {
      const monitor = await getMonitor(db, project.id, params.id)
      const { pings, total } = await listPings(db, monitor.key, query)
      return ok({ pings: pings.map(toPing), pagination: pagination(query, total, pings.length) })
    },
  )
}
