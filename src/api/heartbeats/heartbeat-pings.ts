/** Pings of a heartbeat, with the bodies that jobs sent. */
import Type, { type Static } from 'typebox'
import { PING_KINDS } from '../../core/heartbeats/heartbeat-state.ts'
import { getMonitor } from '../../services/monitors/monitors.ts'
import { formatPingId, listPings, type StoredPing } from '../../store/heartbeats/heartbeat-pings.ts'
import { VIEW } from '../platform/access.ts'
import { OffsetQuery, toEnvelope, toPageSchema, toPagination } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { IsoTime, OneOf, Uuid, UuidParams } from '../platform/schemas.ts'
import { toIso } from '../platform/times.ts'

const Ping = Type.Object({
  id: Uuid,
  kind: OneOf(PING_KINDS),
  received_at: IsoTime,
  exit_status: Type.Optional(Type.Integer({ description: 'Exit status reported by the job' })),
  run_id: Type.Optional(Type.String({ format: 'uuid', description: '`rid` of the ping' })),
  duration_ms: Type.Optional(
    Type.Integer({ description: 'Duration of the run ended by this ping, if the job reported it or its start' }),
  ),
  message: Type.Optional(Type.String({ description: 'Text that the job sent in a parameter or a report' })),
  ignored_parameters: Type.Optional(
    Type.Array(Type.String(), { description: 'Names of parameters without a meaning for pings' }),
  ),
  body: Type.Optional(Type.String({ description: 'First 10 KiB of the body' })),
  body_bytes: Type.Integer({ description: 'Bytes of the body that were read; at most 102400' }),
  remote_address: Type.String(),
})

const toPing = (ping: StoredPing): Static<typeof Ping> => ({
  id: formatPingId(ping),
  kind: ping.kind,
  received_at: toIso(ping.at),
  exit_status: ping.exitStatus ?? undefined,
  run_id: ping.runId ?? undefined,
  duration_ms: ping.durationMs ?? undefined,
  message: ping.message ?? undefined,
  ignored_parameters: ping.ignored.length > 0 ? [...ping.ignored] : undefined,
  body: ping.body ?? undefined,
  body_bytes: ping.bodyBytes,
  remote_address: ping.source,
})

export const registerHeartbeatPingRoutes: Resource = (api, { context }) => {
  const { db } = context.store
  api.get(
    '/api/monitors/:id/pings',
    {
      config: { access: VIEW, errors: ['MONITOR_NOT_FOUND'], failure: 'CHECK_FETCH_FAILED' },
      schema: {
        tags: ['Heartbeats'],
        summary: 'List the pings of a heartbeat, newest first',
        description: 'About the newest 1,000 pings are kept. Only heartbeat monitors have pings.',
        params: UuidParams('id'),
        querystring: Type.Object(OffsetQuery),
        response: { 200: toPageSchema('pings', Ping) },
      },
    },
    async ({ params, query, project }) => {
      const monitor = await getMonitor(db, project.id, params.id)
      const { pings, total } = await listPings(db, monitor.key, query)
      return toEnvelope({ pings: pings.map(toPing), pagination: toPagination(query, total, pings.length) })
    },
  )
}
