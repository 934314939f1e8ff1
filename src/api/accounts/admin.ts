/** Routes for the instance admin to manage other organizations. */
import type { onRequestHookHandler } from 'fastify'
import Type, { type Static } from 'typebox'
import { PLANS } from '../../core/accounts/plan.ts'
import { Problem } from '../../core/platform/errors.ts'
import { changePlan } from '../../services/accounts/organizations.ts'
import { countOrganizations, listOrganizations } from '../../store/accounts/organizations.ts'
import type { GuardedAccess } from '../platform/access.ts'
import { OffsetQuery, toDataSchema, toEnvelope, toPageSchema, toPagination } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { Body, IsoTime, OneOf, Uuid, UuidParams } from '../platform/schemas.ts'
import { toIso } from '../platform/times.ts'
import { Organization, readOrganization } from './organization.ts'

const ListedOrganization = Type.Object(
  {
    id: Uuid,
    name: Type.String({ examples: ['Example Ltd'] }),
    slug: Type.String({ examples: ['example-ltd'] }),
    plan: OneOf(PLANS),
    member_count: Type.Integer(),
    created_at: IsoTime,
    updated_at: IsoTime,
  },
  { title: 'ListedOrganization' },
)

type ListedRow = Awaited<ReturnType<typeof listOrganizations>>[number]

const toListedOrganization = (row: ListedRow): Static<typeof ListedOrganization> => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  plan: row.plan as (typeof PLANS)[number],
  member_count: row.member_count,
  created_at: toIso(row.created_at),
  updated_at: toIso(row.updated_at),
})

const SESSION: GuardedAccess = { permission: 'can_view', scope: 'organization', session: true }
const TAGS = ['Administration']
const ADMIN = 'Requires an admin of the instance; the first account is an admin.'

/** Runs before the body is read, like every other permission check. */
export const requireAdmin: onRequestHookHandler = ({ actor }, _reply, done) => {
  if (actor.isInstanceAdmin) return done()
  done(new Problem('INSUFFICIENT_PERMISSIONS', 'Only an admin of this instance can do this'))
}

export const registerAdminRoutes: Resource = (api, { context }) => {
  const { db } = context.store

  api.get(
    '/api/admin/organizations',
    {
      onRequest: requireAdmin,
      config: { access: SESSION, errors: ['INSUFFICIENT_PERMISSIONS'] },
      schema: {
        tags: TAGS,
        summary: 'List all organizations of the instance, newest first',
        description: ADMIN,
        querystring: Type.Object(OffsetQuery),
        response: { 200: toPageSchema('organizations', ListedOrganization) },
      },
    },
    async ({ query }) => {
      const rows = await listOrganizations(db, query)
      const total = await countOrganizations(db)
      return toEnvelope({
        organizations: rows.map(toListedOrganization),
        pagination: toPagination(query, total, rows.length),
      })
    },
  )

  api.put(
    '/api/admin/organizations/:id/plan',
    {
      onRequest: requireAdmin,
      config: { access: SESSION, errors: ['INSUFFICIENT_PERMISSIONS', 'RESOURCE_NOT_FOUND'] },
      schema: {
        tags: TAGS,
        summary: 'Change the plan of an organization',
        description: `Existing resources above the limits of a smaller plan are kept; only new ones are refused. ${ADMIN}`,
        params: UuidParams('id'),
        body: Body({ plan: OneOf(PLANS) }),
        response: { 200: toDataSchema(Type.Object({ organization: Organization })) },
      },
    },
    async ({ actor, params, body }) => {
      await changePlan(context, actor, params.id, body.plan)
      return toEnvelope({ organization: await readOrganization(context, params.id) })
    },
  )
}
