/** Where checks are run, and by whom: for the admin of the instance. */
import Type, { type Static } from 'typebox'
import { changesBetween } from '../../core/accounts/audit.ts'
import { atWork } from '../../core/probes/probe-health.ts'
import { divisionOf, SHARES } from '../../core/probes/shares.ts'
import { audit } from '../../services/platform/audit.ts'
import { issueProbeToken, revokeProbeToken } from '../../services/probes/probe-tokens.ts'
import { listProbeTokens, type ProbeToken } from '../../store/probes/probe-tokens.ts'
import { listProbes, type Probe } from '../../store/probes/probes.ts'
import { listRegions, type Region } from '../../store/probes/regions.ts'
import { adminOnly } from '../accounts/admin.ts'
import type { GuardedAccess } from '../platform/access.ts'
import { dataOf, ok } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { Body, IsoTime, OneOf, Uuid, UuidParams } from '../platform/schemas.ts'
import { toIso } from '../platform/times.ts'
import { WORDS } from '../platform/validation/describe.ts'

const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()])

const PROBE_STATES = ['live', 'stuck', 'lost', 'stopped'] as const

const ListedProbe = Type.Object(
  {
    id: Uuid,
    region: Type.String({ description: 'Code of the region', examples: ['eu-1'] }),
    name: Type.String({ description: 'Of its host', examples: ['probe-7'] }),
    kind: OneOf(['server', 'remote'], { description: '`server`: the thread of a server' }),
    state: OneOf(PROBE_STATES, {
      description:
        '`stuck`: it is heard of, but its checks do not get on. `lost`: it is not heard of, and others took over. ' +
        '`stopped`: it said so itself, or its token was withdrawn',
    }),
    version: Type.String(),
    capabilities: Type.Object({ icmp: Type.Boolean(), ipv6: Type.Boolean() }),
    address: orNull(Type.String({ description: 'Where it was seen to come from' })),
    token_id: orNull(Uuid),
    registered_at: IsoTime,
    last_seen_at: IsoTime,
    share_percent: Type.Number({ description: 'Of the monitors of its region that are its own' }),
    monitors: orNull(Type.Integer({ description: 'That it checks, by its own word' })),
    waiting_results: orNull(Type.Integer({ description: 'That the server has not acknowledged' })),
    dropped_results: orNull(Type.Integer({ description: 'That gave way to newer ones since it started' })),
    overdue_ms: orNull(Type.Integer({ description: 'How long the check has been due that has waited longest' })),
    clock_ahead_ms: orNull(
      Type.Integer({ description: "By how much its own clock is ahead of the server's; results are corrected by it" }),
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
    last_used_at: orNull(IsoTime),
    revoked_at: orNull(IsoTime),
  },
  { title: 'ProbeToken' },
)

const Draft = Body({
  region: Type.String({
    pattern: '^[a-z0-9-]{1,40}$',
    [WORDS]: '1-40 of a-z, 0-9 and -',
    description: 'Code of the region; it is made when there is none yet',
    examples: ['eu-1'],
  }),
  region_name: Type.Optional(
    Type.String({ minLength: 1, maxLength: 80, description: 'For people', examples: ['Frankfurt'] }),
  ),
  is_default: Type.Optional(
    Type.Boolean({ description: 'Whether the region takes its part in monitors that pin none; a new one does' }),
  ),
  name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 80,
      description: 'What the token is for; the code of the region otherwise',
    }),
  ),
})

const SESSION: GuardedAccess = { permission: 'can_view', scope: 'organization', session: true }
const TAGS = ['Administration']
const ADMIN = 'Only for an admin of the instance: the first account is one.'

export const adminProbes: Resource = (api, { context }) => {
  const { db } = context.store

  api.get(
    '/api/admin/probes',
    {
      onRequest: adminOnly,
      config: { access: SESSION, errors: ['INSUFFICIENT_PERMISSIONS'] },
      schema: {
        tags: TAGS,
        summary: 'List the probes of every region, by region',
        description: `${ADMIN} A probe that was lost or stopped is listed for a week.`,
        response: { 200: dataOf(Type.Object({ probes: Type.Array(ListedProbe) })) },
      },
    },
    async () => {
      const regions = await listRegions(db)
      const probes = await listProbes(db)
      return ok({ probes: probes.map((probe) => toListed(probe, probes, regions)) })
    },
  )

  api.get(
    '/api/admin/probe-tokens',
    {
      onRequest: adminOnly,
      config: { access: SESSION, errors: ['INSUFFICIENT_PERMISSIONS'] },
      schema: {
        tags: TAGS,
        summary: 'List what probes prove themselves with, by region',
        description: ADMIN,
        response: { 200: dataOf(Type.Object({ probe_tokens: Type.Array(Token) })) },
      },
    },
    async () => {
      const regions = await listRegions(db)
      return ok({ probe_tokens: (await listProbeTokens(db)).map((token) => toToken(token, regions)) })
    },
  )

  api.post(
    '/api/admin/probe-tokens',
    {
      onRequest: adminOnly,
      config: { access: SESSION, errors: ['INSUFFICIENT_PERMISSIONS'] },
      schema: {
        tags: TAGS,
        summary: 'Make a token for probes of a region',
        description: `${ADMIN} The token is shown this once; only its hash is kept.`,
        body: Draft,
        response: {
          201: dataOf(
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
        const made = await issueProbeToken(context, tx, draft)
        const changes = changesBetween({}, { region: body.region, name: draft.name })
        await audit(tx, context, actor, {
          action: 'probe_token.created',
          resourceType: 'probe_token',
          resourceId: made.stored.id,
          changes,
        })
        return made
      })
      context.wake('assignments')
      return reply.code(201).send(ok({ probe_token: toToken(issued.stored, [issued.region]), token: issued.token }))
    },
  )

  api.delete(
    '/api/admin/probe-tokens/:id',
    {
      onRequest: adminOnly,
      config: { access: SESSION, errors: ['INSUFFICIENT_PERMISSIONS', 'RESOURCE_NOT_FOUND'] },
      schema: {
        tags: TAGS,
        summary: 'Withdraw a token: its probes get no answer any more',
        description: ADMIN,
        params: UuidParams('id'),
        response: { 200: dataOf(Type.Null()) },
      },
    },
    async ({ actor, params }) => {
      await context.store.transact(async (tx) => {
        await revokeProbeToken(context, tx, params.id)
        await audit(tx, context, actor, {
          action: 'probe_token.revoked',
          resourceType: 'probe_token',
          resourceId: params.id,
        })
      })
      context.wake('assignments')
      return ok(null)
    },
  )
}

function toListed(probe: Probe, all: readonly Probe[], regions: readonly Region[]): Static<typeof ListedProbe> {
  const { vitals } = probe
  return {
    id: probe.id,
    region: codeOf(probe.region, regions),
    name: probe.name,
    kind: probe.tokenId === null ? 'server' : 'remote',
    state: stateOf(probe),
    version: probe.version,
    capabilities: probe.capabilities,
    address: probe.address,
    token_id: probe.tokenId,
    registered_at: toIso(probe.registeredAt),
    last_seen_at: toIso(probe.seenAt),
    share_percent: sharePercent(probe, all),
    monitors: vitals?.held ?? null,
    waiting_results: vitals?.waiting ?? null,
    dropped_results: vitals?.dropped ?? null,
    overdue_ms: vitals && Math.round(vitals.overdueMs),
    clock_ahead_ms: vitals?.clockAheadMs == null ? null : Math.round(vitals.clockAheadMs),
  }
}

function stateOf({ isLive, isDismissed, stuckSince }: Probe): (typeof PROBE_STATES)[number] {
  if (!isLive) return isDismissed ? 'stopped' : 'lost'
  return stuckSince === null ? 'live' : 'stuck'
}

function sharePercent(probe: Probe, all: readonly Probe[]): number {
  const members = atWork(all.filter(({ region, isLive }) => isLive && region === probe.region))
  const { others } = divisionOf(members).sharesOf(probe.id)
  return Math.round((others.length / SHARES) * 1_000) / 10
}

const toToken = (token: ProbeToken, regions: readonly Region[]): Static<typeof Token> => ({
  id: token.id,
  region: codeOf(token.region, regions),
  name: token.name,
  created_at: toIso(token.createdAt),
  last_used_at: token.lastUsedAt === null ? null : toIso(token.lastUsedAt),
  revoked_at: token.revokedAt === null ? null : toIso(token.revokedAt),
})

const codeOf = (key: number, regions: readonly Region[]): string => regions.find((each) => each.key === key)!.code
