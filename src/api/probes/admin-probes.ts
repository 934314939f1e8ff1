/** Regions and probes, for the instance admin. */
import Type, { type Static } from 'typebox'
import { compareFields } from '../../core/accounts/audit.ts'
import { DESCRIPTION_KEY } from '../../core/platform/validation/schema-words.ts'
import { selectWorking } from '../../core/probes/probe-health.ts'
import { getShareOwners, SHARES } from '../../core/probes/shares.ts'
import { logAudit } from '../../services/platform/audit.ts'
import { issueProbeToken, revokeProbeToken } from '../../services/probes/probe-tokens.ts'
import { listProbeTokens, type ProbeToken } from '../../store/probes/probe-tokens.ts'
import { listProbes, type Probe } from '../../store/probes/probes.ts'
import { listRegions, type Region } from '../../store/probes/regions.ts'
import { requireAdmin } from '../accounts/admin.ts'
import type { GuardedAccess } from '../platform/access.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { Body, IsoTime, ONE_LINE, OneOf, Uuid, UuidParams } from '../platform/schemas.ts'
import { toIso } from '../platform/times.ts'

const toNullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()])

const PROBE_STATES = ['live', 'stuck', 'lost', 'stopped'] as const

const ListedProbe = Type.Object(
  {
    id: Uuid,
    region: Type.String({ description: 'Code of the region', examples: ['eu-1'] }),
    name: Type.String({ description: 'Host name of the probe', examples: ['probe-7'] }),
    kind: OneOf(['server', 'remote'], {
      description: '`server`: a thread of the server. `remote`: a separate process',
    }),
    state: OneOf(PROBE_STATES, {
      description:
        '`stuck`: the probe responds, but its checks make no progress. `lost`: the probe stopped responding, and ' +
        'other probes took over. `stopped`: the probe left, or its token was revoked',
    }),
    version: Type.String(),
    capabilities: Type.Object({ icmp: Type.Boolean(), ipv6: Type.Boolean() }),
    address: toNullable(Type.String({ description: 'Network address of the probe as seen by the server' })),
    token_id: toNullable(Uuid),
    registered_at: IsoTime,
    last_seen_at: IsoTime,
    share_percent: Type.Number({
      description: 'Share of the monitors of the region assigned to this probe, in percent',
    }),
    monitors: toNullable(Type.Integer({ description: 'Monitors the probe reports it is checking' })),
    waiting_results: toNullable(Type.Integer({ description: 'Results not yet acknowledged by the server' })),
    dropped_results: toNullable(
      Type.Integer({ description: 'Results dropped since the probe started to make room for newer results' }),
    ),
    overdue_ms: toNullable(Type.Integer({ description: 'Delay of the most overdue check' })),
    skipped_percent: toNullable(
      Type.Integer({
        description:
          'Checks that are left out because more are due than the machine can run and store, in percent. Null while ' +
          'checks start on time',
      }),
    ),
    clock_ahead_ms: toNullable(
      Type.Integer({
        description:
          'Milliseconds by which the clock of the probe is ahead of the server; times of results are corrected by ' +
          'it',
      }),
    ),
  },
  { title: 'Probe' },
)

const Token = Type.Object(
  {
    id: Uuid,
    region: Type.String({ examples: ['eu-1'] }),
    name: Type.String({ examples: ['Probe in Frankfurt'] }),
    created_at: IsoTime,
    last_used_at: toNullable(IsoTime),
    revoked_at: toNullable(IsoTime),
  },
  { title: 'ProbeToken' },
)

const Draft = Body({
  region: Type.String({
    pattern: '^[a-z0-9-]{1,40}$',
    [DESCRIPTION_KEY]: '1-40 characters of a-z, 0-9 and -',
    description: 'Code of the region; created if it does not exist',
    examples: ['eu-1'],
  }),
  region_name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 80,
      [ONE_LINE]: true,
      description: 'Display name of the region',
      examples: ['Frankfurt'],
    }),
  ),
  is_default: Type.Optional(
    Type.Boolean({
      description: 'Whether monitors without pinned regions use this region. Default for a new region: true',
    }),
  ),
  name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 80,
      [ONE_LINE]: true,
      description: 'Purpose of the token. Default: the code of the region',
    }),
  ),
})

const SESSION: GuardedAccess = { permission: 'can_view', scope: 'organization', session: true }
const TAGS = ['Administration']
const ADMIN = 'Requires an admin of the instance; the first account is an admin.'

export const registerAdminProbeRoutes: Resource = (api, { context }) => {
  const { db } = context.store

  api.get(
    '/api/admin/probes',
    {
      onRequest: requireAdmin,
      config: { access: SESSION, errors: ['INSUFFICIENT_PERMISSIONS'] },
      schema: {
        tags: TAGS,
        summary: 'List the probes of all regions, sorted by region',
        description: `${ADMIN} Lost and stopped probes remain listed for a week.`,
        response: { 200: toDataSchema(Type.Object({ probes: Type.Array(ListedProbe) })) },
      },
    },
    async () => {
      const regions = await listRegions(db)
      const probes = await listProbes(db)
      return toEnvelope({ probes: probes.map((probe) => toListedProbe(probe, probes, regions)) })
    },
  )

  api.get(
    '/api/admin/probe-tokens',
    {
      onRequest: requireAdmin,
      config: { access: SESSION, errors: ['INSUFFICIENT_PERMISSIONS'] },
      schema: {
        tags: TAGS,
        summary: 'List probe tokens, sorted by region',
        description: ADMIN,
        response: { 200: toDataSchema(Type.Object({ probe_tokens: Type.Array(Token) })) },
      },
    },
    async () => {
      const regions = await listRegions(db)
      return toEnvelope({ probe_tokens: (await listProbeTokens(db)).map((token) => toToken(token, regions)) })
    },
  )

  api.post(
    '/api/admin/probe-tokens',
    {
      onRequest: requireAdmin,
      config: { access: SESSION, errors: ['INSUFFICIENT_PERMISSIONS'] },
      schema: {
        tags: TAGS,
        summary: 'Create a probe token for a region',
        description: `${ADMIN} The token is shown only once; the server stores only its hash.`,
        body: Draft,
        response: {
          201: toDataSchema(
            Type.Object({
              probe_token: Token,
              token: Type.String({ examples: ['wkp_Zk3v0c6mJ1pT8yQxW2nR5sU7bA9dE4fG6hI0jK1lM2n'] }),
            }),
          ),
        },
      },
    },
    async ({ actor, body }, reply) => {
      const draft = {
        region: body.region,
        name: body.name ?? body.region,
        ...(body.region_name !== undefined && { regionName: body.region_name }),
        ...(body.is_default !== undefined && { isDefault: body.is_default }),
      }
      const issued = await context.store.transact(async (tx) => {
        const created = await issueProbeToken(context, tx, draft)
        const changes = compareFields({}, { region: body.region, name: draft.name })
        await logAudit(tx, context, actor, {
          action: 'probe_token.created',
          resourceType: 'probe_token',
          resourceId: created.stored.id,
          changes,
        })
        return created
      })
      context.wake('assignments')
      return reply
        .code(201)
        .send(toEnvelope({ probe_token: toToken(issued.stored, [issued.region]), token: issued.token }))
    },
  )

  api.delete(
    '/api/admin/probe-tokens/:id',
    {
      onRequest: requireAdmin,
      config: { access: SESSION, errors: ['INSUFFICIENT_PERMISSIONS', 'RESOURCE_NOT_FOUND'] },
      schema: {
        tags: TAGS,
        summary: 'Revoke a probe token; its probes are rejected at once',
        description: ADMIN,
        params: UuidParams('id'),
        response: { 200: toDataSchema(Type.Null()) },
      },
    },
    async ({ actor, params }) => {
      await context.store.transact(async (tx) => {
        await revokeProbeToken(context, tx, params.id)
        await logAudit(tx, context, actor, {
          action: 'probe_token.revoked',
          resourceType: 'probe_token',
          resourceId: params.id,
        })
      })
      context.wake('assignments')
      return toEnvelope(null)
    },
  )
}

function toListedProbe(probe: Probe, all: readonly Probe[], regions: readonly Region[]): Static<typeof ListedProbe> {
  const { vitals } = probe
  return {
    id: probe.id,
    region: findRegionCode(probe.region, regions),
    name: probe.name,
    kind: probe.tokenId === null ? 'server' : 'remote',
    state: getProbeState(probe),
    version: probe.version,
    capabilities: probe.capabilities,
    address: probe.address,
    token_id: probe.tokenId,
    registered_at: toIso(probe.registeredAt),
    last_seen_at: toIso(probe.seenAt),
    share_percent: computeSharePercent(probe, all),
    monitors: vitals?.held ?? null,
    waiting_results: vitals?.waiting ?? null,
    dropped_results: vitals?.dropped ?? null,
    overdue_ms: vitals && Math.round(Math.max(vitals.overdueMs, vitals.lateMs)),
    skipped_percent: vitals?.skippedPercent == null ? null : Math.round(vitals.skippedPercent),
    clock_ahead_ms: vitals?.clockAheadMs == null ? null : Math.round(vitals.clockAheadMs),
  }
}

function getProbeState({ isLive, isStopped, stuckSince }: Probe): (typeof PROBE_STATES)[number] {
  if (!isLive) return isStopped ? 'stopped' : 'lost'
  return stuckSince === null ? 'live' : 'stuck'
}

function computeSharePercent(probe: Probe, all: readonly Probe[]): number {
  const members = selectWorking(all.filter(({ region, isLive }) => isLive && region === probe.region))
  const { others } = getShareOwners(members).listShares(probe.id)
  return Math.round((others.length / SHARES) * 1_000) / 10
}

const toToken = (token: ProbeToken, regions: readonly Region[]): Static<typeof Token> => ({
  id: token.id,
  region: findRegionCode(token.region, regions),
  name: token.name,
  created_at: toIso(token.createdAt),
  last_used_at: token.lastUsedAt === null ? null : toIso(token.lastUsedAt),
  revoked_at: token.revokedAt === null ? null : toIso(token.revokedAt),
})

const findRegionCode = (key: number, regions: readonly Region[]): string =>
  regions.find((each) => each.key === key)!.code
