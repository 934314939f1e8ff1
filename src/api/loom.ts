/** The last 24 hours of all monitors of a project, as a picture shows them. */
import Type, { type Static } from 'typebox'
import { INCIDENT_STATUSES, SEVERITIES } from '../core/incidents/incident.ts'
import { CELL_MS, CELL_STATES, DAY_CELLS } from '../core/results/day-cells.ts'
import { type Loom, LoomReader, MAX_NAMED, MAX_ROWS } from '../services/loom.ts'
import { VIEW } from './platform/access.ts'
import { toDataSchema, toEnvelope } from './platform/envelope.ts'
import type { Resource } from './platform/resource.ts'
import { IsoTime, Nullable, OneOf, Uuid } from './platform/schemas.ts'
import { parseIso, toIso } from './platform/times.ts'

const Uptime = Nullable(
  Type.Number({
    description: 'Uptime of the last 24 hours, 0-100, weighted by time; null when nothing was measured',
    examples: [99.95],
  }),
)

const Row = Type.Object(
  {
    id: Uuid,
    name: Type.String({ examples: ['Web shop'] }),
    uptime_24h: Uptime,
    typical_response_time_ms: Nullable(
      Type.Number({ description: 'Median of the cells; null without a response time', examples: [182.4] }),
    ),
    cells: Type.String({
      description:
        'One character for each cell, oldest first. ' +
        `${Object.entries(CELL_STATES)
          .map(([state, character]) => `\`${character}\`: ${state}`)
          .join(', ')}. ` +
        'A cell has the last of these states that occurred in it. A lower-case letter means up: `i` for the typical ' +
        'response time, and four letters more or less for twice or half of it.',
      examples: ['iiijiDDiii'],
    }),
  },
  { title: 'LoomRow' },
)

const LoomIncident = Type.Object(
  {
    id: Uuid,
    title: Type.String({ examples: ['Web shop is down'] }),
    status: OneOf(INCIDENT_STATUSES),
    severity: OneOf(SEVERITIES),
    monitor_id: Nullable(Uuid),
    started_at: IsoTime,
  },
  { title: 'LoomIncident' },
)

const LoomSchedule = Type.Object(
  {
    name: Type.String({ examples: ['Operations'] }),
    user_name: Nullable(Type.String({ description: 'Name of the user on call; null when no user is' })),
  },
  { title: 'LoomSchedule' },
)

const LoomSchema = Type.Object(
  {
    as_of: IsoTime,
    starts_at: Type.Unsafe<string>({ ...IsoTime, description: 'Start of the first cell' }),
    cell_seconds: Type.Integer({ examples: [300] }),
    rows: Type.Array(Row, { description: 'Monitors by name' }),
    has_more: Type.Boolean({ description: `Whether the project has more than ${MAX_ROWS} monitors` }),
    uptime_24h: Uptime,
    incidents: Type.Array(LoomIncident, { description: `The most urgent incidents; at most ${MAX_NAMED}` }),
    unresolved_incidents: Type.Integer({ minimum: 0, description: 'Incidents that are open or acknowledged' }),
    on_call: Type.Array(LoomSchedule, { description: 'On-call schedules by name' }),
  },
  { title: 'Loom' },
)

const DESCRIPTION = `Returns ${DAY_CELLS} cells of five minutes for each monitor, and the current cell is the last one. With \`from\`, only
the cells that start at that time or later, for a client that has the earlier cells. The response is the same for all
clients for five seconds. In a large project, cells of closed hours may have the average of their hour at first.`

export const registerLoomRoutes: Resource = (api, { context }) => {
  const looms = new LoomReader(context)

  api.get(
    '/api/dashboard/loom',
    {
      config: { access: VIEW, compressed: true },
      schema: {
        tags: ['Dashboard'],
        summary: `Get the last 24 hours of up to ${MAX_ROWS.toLocaleString('en')} monitors in cells of five minutes`,
        description: DESCRIPTION,
        querystring: Type.Object({
          from: Type.Optional({ ...IsoTime, description: 'Start of the first cell in the response' }),
        }),
        response: { 200: toDataSchema(LoomSchema) },
      },
    },
    async ({ project, query }) => toEnvelope(toLoom(await looms.read(project.id), query.from)),
  )
}

function toLoom(loom: Loom, from: string | undefined): Static<typeof LoomSchema> {
  const skipped = from === undefined ? 0 : Math.ceil((parseIso(from) - loom.startsAt) / CELL_MS)
  const first = Math.min(DAY_CELLS, Math.max(0, skipped))
  return {
    as_of: toIso(loom.readAt),
    starts_at: toIso(loom.startsAt + first * CELL_MS),
    cell_seconds: CELL_MS / 1_000,
    rows: loom.rows.map(({ id, name, uptime, typicalMs, cells }) => ({
      id,
      name,
      uptime_24h: uptime,
      typical_response_time_ms: typicalMs === null ? null : Math.round(typicalMs * 100) / 100,
      cells: cells.slice(first),
    })),
    has_more: loom.hasMore,
    uptime_24h: loom.uptime,
    incidents: loom.incidents.map(({ id, title, status, severity, monitor, startedAt }) => ({
      id,
      title,
      status,
      severity,
      monitor_id: monitor?.id ?? null,
      started_at: toIso(startedAt),
    })),
    unresolved_incidents: loom.unresolved,
    on_call: loom.schedules.map(({ name, onCall }) => ({ name, user_name: onCall?.name ?? null })),
  }
}
