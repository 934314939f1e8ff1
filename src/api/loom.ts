/** The last 24 hours of all monitors of a project, as a picture shows them. */
import Type, { type Static } from 'typebox'
import { MANAGE_RIGHT } from '../core/accounts/access.ts'
import { LOOM_LINK, type LoomLink, MAX_LOOM_LINKS } from '../core/accounts/loom-link.ts'
import { INCIDENT_STATUSES, SEVERITIES } from '../core/incidents/incident.ts'
import { Problem } from '../core/platform/errors.ts'
import { CELL_MS, CELL_STATES, DAY_CELLS } from '../core/results/day-cells.ts'
import { createLoomLink, removeLoomLink, verifyLoomToken } from '../services/accounts/loom-links.ts'
import { type Loom, LoomReader, MAX_NAMED, MAX_ROWS } from '../services/loom.ts'
import { hashSha256 } from '../services/platform/credentials/tokens.ts'
import { NameLookups } from '../services/platform/limits/name-lookups.ts'
import { listLoomLinks } from '../store/accounts/loom-links.ts'
import { type GuardedAccess, toMonitorScope, VIEW } from './platform/access.ts'
import { DELETED, Deleted, replyCreated, toDataSchema, toEnvelope } from './platform/envelope.ts'
import { createResourceSchema, showResource } from './platform/fields/resource-schema.ts'
import type { Resource } from './platform/resource.ts'
import { IsoTime, Nullable, OneOf, Uuid, UuidParams } from './platform/schemas.ts'
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

const LINK_DESCRIPTION = `The token is the part of the link after \`#\`, sent as \`Authorization: Bearer <token>\`. Browsers never send
that part with the address, so it is in no log. No other operation accepts the token. \`on_call\` is empty unless the link
shows the names of users.`

const CREATE_DESCRIPTION =
  'Every reader of the link sees the names and states of all monitors, and the titles of open incidents. ' +
  'It is returned once.'

const FromQuery = Type.Object({
  from: Type.Optional({ ...IsoTime, description: 'Start of the first cell in the response' }),
})

const LinkSchema = createResourceSchema(LOOM_LINK, { title: 'LoomLink' })

const MANAGE: GuardedAccess = { ...MANAGE_RIGHT, scope: 'path' }
const PATH_ERRORS = ['PROJECT_NOT_FOUND', 'API_KEY_ORGANIZATION_MISMATCH'] as const

/** Wrong tokens per address in 15 minutes. */
const MAX_GUESSES = 100

export const registerLoomRoutes: Resource = (api, { context, config, limits }) => {
  const { db } = context.store
  const looms = new LoomReader(context)
  const lookups = new NameLookups({
    limiter: limits.limiter('loom link', MAX_GUESSES),
    label: 'wrong links',
    elapsed: context.elapsed,
    absentMs: 0,
  })

  api.get(
    '/api/dashboard/loom',
    {
      config: { access: VIEW, compressed: true },
      schema: {
        tags: ['Dashboard'],
        summary: `Get the last 24 hours of up to ${MAX_ROWS.toLocaleString('en')} monitors in cells of five minutes`,
        description: DESCRIPTION,
        querystring: FromQuery,
        response: { 200: toDataSchema(LoomSchema) },
      },
    },
    async ({ project, query }) => toEnvelope(toLoom(await looms.read(project.id), query.from)),
  )

  api.get(
    '/api/loom',
    {
      config: { access: { public: true }, compressed: true, errors: ['INVALID_TOKEN', 'RATE_LIMIT_EXCEEDED'] },
      schema: {
        tags: ['Dashboard'],
        summary: 'Get the picture of a project with the token of a link',
        description: LINK_DESCRIPTION,
        querystring: FromQuery,
        response: { 200: toDataSchema(LoomSchema) },
      },
    },
    async ({ headers, ip, query }, reply) => {
      reply.header('cache-control', 'no-store')
      const token = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
      const link = await lookups.find(hashSha256(token), ip, () => verifyLoomToken(db, token, context.now()))
      if (!link) throw new Problem('INVALID_TOKEN', 'This link is unknown, expired or revoked')
      const loom = toLoom(await looms.read(link.projectId), query.from)
      return toEnvelope(link.showsUserNames ? loom : { ...loom, on_call: [] })
    },
  )

  const ofProject = UuidParams('projectId')
  const tags = ['Projects']

  api.get(
    '/api/projects/:projectId/loom-links',
    {
      config: { access: MANAGE, errors: PATH_ERRORS },
      schema: {
        tags,
        summary: 'List the links to the picture of a project, newest first',
        params: ofProject,
        response: {
          200: toDataSchema(Type.Object({ loom_links: Type.Array(LinkSchema.Shown, { maxItems: MAX_LOOM_LINKS }) })),
        },
      },
    },
    async ({ project }) => toEnvelope({ loom_links: (await listLoomLinks(db, project.id)).map(toLink) }),
  )

  api.post(
    '/api/projects/:projectId/loom-links',
    {
      config: { access: MANAGE, errors: PATH_ERRORS },
      schema: {
        tags,
        summary: 'Create a link to the picture of a project',
        description: CREATE_DESCRIPTION,
        params: ofProject,
        body: LinkSchema.Create,
        response: { 201: toDataSchema(Type.Object({ loom_link: LinkSchema.Shown, url: Type.String() })) },
      },
    },
    async (request, reply) => {
      const draft = LOOM_LINK.toDraft(request.body)
      const { link, token } = await createLoomLink(context, toMonitorScope(request), draft)
      return replyCreated(reply, { loom_link: toLink(link), url: `${config.baseUrl}/wall#${token}` })
    },
  )

  api.delete(
    '/api/projects/:projectId/loom-links/:id',
    {
      config: { access: MANAGE, errors: [...PATH_ERRORS, 'RESOURCE_NOT_FOUND'] },
      schema: {
        tags,
        summary: 'Revoke a link to the picture of a project; it stops working immediately',
        params: UuidParams('projectId', 'id'),
        response: { 200: toDataSchema(Deleted) },
      },
    },
    async (request) => {
      await removeLoomLink(context, toMonitorScope(request), request.params.id)
      return toEnvelope(DELETED)
    },
  )
}

const toLink = (link: LoomLink) => showResource(LOOM_LINK, link)

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
