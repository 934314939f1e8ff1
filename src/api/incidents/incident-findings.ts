/** Findings about an incident: checks, related incidents and changes of its monitor. */
import Type, { type Static } from 'typebox'
import type { Actor } from '../../core/accounts/access.ts'
import { hasPermission, MANAGE_RIGHT } from '../../core/accounts/access.ts'
import type { AuditChanges } from '../../core/accounts/audit.ts'
import { CAUSE_KINDS } from '../../core/incidents/cause.ts'
import { INCIDENT_STATUSES } from '../../core/incidents/incident.ts'
import { CHECK_STATUSES } from '../../core/results/verdict.ts'
import { listRegionStatuses, REGION_STATUSES, type RegionStatus } from '../../services/evaluation/region-statuses.ts'
import { type FindingRights, type Findings, readFindings } from '../../services/incidents/findings.ts'
import { getIncident } from '../../services/incidents/incident-actions.ts'
import { listRegions } from '../../store/probes/regions.ts'
import type { StoredResult } from '../../store/results/results.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { IsoTime, Nullable, NullableIsoTime, OneOf, Uuid, UuidParams } from '../platform/schemas.ts'
import { toIso, toIsoOrNull } from '../platform/times.ts'
import { CheckResult, toCheckResult, toShownResult } from '../results/check-result.ts'
import { VIEW_INCIDENTS } from './incident-json.ts'

const Check = Type.Object(
  {
    id: Uuid,
    checked_at: IsoTime,
    region: Type.String(),
    status: OneOf(CHECK_STATUSES),
    response_time_ms: Type.Optional(Type.Number()),
  },
  { title: 'FindingCheck' },
)

const Neighbour = Type.Object(
  {
    id: Uuid,
    monitor_id: Uuid,
    monitor_name: Type.String(),
    status: OneOf(INCIDENT_STATUSES),
    started_at: IsoTime,
    shared: Type.Array(OneOf(CAUSE_KINDS), { description: 'Common properties of the two monitors' }),
  },
  { title: 'NeighbourIncident' },
)

const EarlierIncident = Type.Object(
  {
    id: Uuid,
    title: Type.String(),
    started_at: IsoTime,
    resolved_at: NullableIsoTime,
    note: Nullable(
      Type.String({ description: 'Last comment, for sessions only; otherwise the resolution note of a user' }),
    ),
  },
  { title: 'EarlierIncident' },
)

const Change = Type.Object(
  {
    action: Type.String({ examples: ['monitor.updated'] }),
    actor_name: Type.String({ description: 'Name at the time of the change' }),
    created_at: IsoTime,
    changes: Type.Unsafe<AuditChanges>({
      type: 'object',
      additionalProperties: { type: 'object', properties: { from: {}, to: {} }, additionalProperties: true },
      description: 'Old and new value by field. Secrets are masked',
    }),
  },
  { title: 'MonitorChange' },
)

const Total = Type.Integer({ minimum: 0 })

const Region = Type.Object(
  {
    region: Type.String({ description: 'Code of the region' }),
    status: OneOf(REGION_STATUSES),
    since: NullableIsoTime,
    reason: Nullable(Type.String({ description: 'Message of the last failed or slow check' })),
  },
  { title: 'FindingRegion' },
)

const Difference = Type.Object(
  {
    part: OneOf(['status', 'header', 'body'] as const),
    header: Nullable(Type.String({ description: 'Name of the header; null for other parts' })),
    line: Nullable(Type.Integer({ description: 'Number of the line in the body, from 1; null for other parts' })),
    before: Nullable(Type.String({ description: 'Text of the good response; null without such a line' })),
    after: Nullable(Type.String({ description: 'Text of the response to the failed check; null without such a line' })),
  },
  { title: 'ResponseDifference' },
)

const GoodResponse = Type.Object(
  {
    seen_at: IsoTime,
    region: Type.String({ description: 'Code of the region' }),
    status_code: Type.Integer(),
    content_type: Nullable(Type.String()),
    differences: Nullable(
      Type.Array(Difference, {
        description:
          'Differences to the newest response of a failed check: the status, headers, and the first 200 lines of the ' +
          'body; at most 20. Null when no failed check got a response',
      }),
    ),
    more_differences: Type.Integer({ minimum: 0 }),
  },
  { title: 'GoodResponse' },
)

const IncidentFindings = Type.Object(
  {
    explanation: Type.String({
      description: 'The cause, the last good check and the nearest related incident, as messages state them',
      examples: ['status 503, expected 2xx since 23:10:31 UTC (12 min). Last good check: 23:10:01 UTC in 36 ms.'],
    }),
    last_good: Nullable(CheckResult),
    good_response: Type.Unsafe<Static<typeof GoodResponse> | null>({
      ...Nullable(GoodResponse),
      description:
        'The last stored response of a check that passed before the last outage. One is stored a day, and one for each ' +
        'change of the status, the address or the certificate',
    }),
    regions: Type.Array(Region, {
      description:
        'Current status in each region. Empty after the resolution, and for a monitor with fewer than two regions',
    }),
    checks: Type.Array(Check, {
      maxItems: 400,
      description: 'Checks from an hour before the last outage to an hour after its start, oldest first',
    }),
    neighbours: Type.Object(
      { total: Total, incidents: Type.Array(Neighbour) },
      {
        description:
          'Incidents of other monitors with an outage that began within five minutes of the last outage, and with ' +
          'something in common',
      },
    ),
    earlier: Type.Object(
      { total: Total, incidents: Type.Array(EarlierIncident) },
      { description: 'Incidents of the monitor in the 30 days before, newest first' },
    ),
    changes: Nullable(
      Type.Array(Change, {
        description:
          'Changes of the monitor since a day before the incident, newest first. Null for readers without access to ' +
          'the audit log',
      }),
    ),
  },
  { title: 'IncidentFindings' },
)

const getRights = (actor: Actor): FindingRights => {
  const isSession = actor.credential.kind === 'session'
  return { comments: isSession, auditLog: isSession && hasPermission(actor, MANAGE_RIGHT.permission) }
}

const toGoodResponse = (
  { seenAt, regionKey, response, comparison }: NonNullable<Findings['goodResponse']>,
  regions: ReadonlyMap<number, string>,
): Static<typeof GoodResponse> => ({
  seen_at: toIso(seenAt),
  region: regions.get(regionKey) ?? '',
  status_code: response.statusCode,
  content_type: response.contentType,
  differences: comparison?.differences ?? null,
  more_differences: comparison?.more ?? 0,
})

const toRegion = ({ since, ...status }: RegionStatus) => ({ ...status, since: toIsoOrNull(since) })

function toFindings(
  findings: Findings,
  statuses: readonly RegionStatus[],
  regions: ReadonlyMap<number, string>,
): Static<typeof IncidentFindings> {
  const { explanation, lastGood, goodResponse, checks, neighbours, earlier, changes } = findings
  const show = (result: StoredResult) => toShownResult(result, regions.get(result.regionKey))
  return {
    explanation,
    last_good: lastGood && toCheckResult(show(lastGood)),
    good_response: goodResponse && toGoodResponse(goodResponse, regions),
    regions: statuses.length < 2 ? [] : statuses.map(toRegion),
    checks: checks.map((result) => {
      const { id, checked_at, region, status, response_time_ms } = toCheckResult(show(result))
      return { id, checked_at, region, status, response_time_ms }
    }),
    neighbours: {
      total: neighbours.total,
      incidents: neighbours.incidents.map(({ id, monitorId, monitorName, status, startedAt, shared }) => ({
        id,
        monitor_id: monitorId,
        monitor_name: monitorName,
        status,
        started_at: toIso(startedAt),
        shared,
      })),
    },
    earlier: {
      total: earlier.total,
      incidents: earlier.incidents.map(({ id, title, startedAt, resolvedAt, note }) => ({
        id,
        title,
        started_at: toIso(startedAt),
        resolved_at: toIsoOrNull(resolvedAt),
        note,
      })),
    },
    changes:
      changes?.map(({ action, actor_name, created_at, changes: fields }) => ({
        action,
        actor_name,
        created_at: toIso(created_at),
        changes: JSON.parse(fields),
      })) ?? null,
  }
}

export const registerIncidentFindingRoutes: Resource = (api, { context }) => {
  const { db } = context.store

  api.get(
    '/api/incidents/:id/findings',
    {
      config: { access: VIEW_INCIDENTS, compressed: true, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: ['Incidents'],
        summary: 'Get the findings about an incident: checks around its start, related incidents and recent changes',
        description: 'Null for an incident without a monitor.',
        params: UuidParams('id'),
        response: {
          200: toDataSchema(
            Type.Object({ findings: Type.Unsafe<Static<typeof IncidentFindings> | null>(Nullable(IncidentFindings)) }),
          ),
        },
      },
    },
    async ({ actor, project, params }) => {
      const incident = await getIncident(db, project.id, params.id)
      const findings = await readFindings(db, incident, getRights(actor), context.now())
      if (!findings) return toEnvelope({ findings })
      const regions = new Map((await listRegions(db)).map(({ key, code }) => [key, code]))
      const statuses =
        incident.status === 'resolved' ? [] : await listRegionStatuses(db, incident.monitor!.key, context.now())
      return toEnvelope({ findings: toFindings(findings, statuses, regions) })
    },
  )
}
