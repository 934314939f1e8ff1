/** What the admin of the instance does to organizations that are not their own. */
import type { onRequestHookHandler } from 'fastify'
import Type, { type Static } from 'typebox'
import { PLANS } from '../../core/accounts/plan.ts'
import { Problem } from '../../core/platform/errors.ts'
import { changePlan } from '../../services/accounts/organizations.ts'
import { countOrganizations, listOrganizations } from '../../store/accounts/organizations.ts'
import type { GuardedAccess } from '../platform/access.ts'
import { dataOf, OffsetQuery, ok, pageOf, pagination } from '../platform/envelope.ts'
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

const toListed = (row: ListedRow): Static<typeof ListedOrganization> => ({
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
const ADMIN = 'Only for an admin of the instance: the first account is one.'

/** Before the body is read, like every other permission. */
export const adminOnly: onRequestHookHandler = ({ actor }, _reply, done) => {
  if (actor.isInstanceAdmin) return done()
  done(new Problem('INSUFFICIENT_PERMISSIONS', 'Only an admin of this instance may do that'))
}

export const admin: Resource = (api, { context }) => {
  const { db } = context.store

  api.get(
    '/api/admin/organizations',
    {
      onRequest: adminOnly,
      config: { access: SESSION, errors: ['INSUFFICIENT_PERMISSIONS'] },
      schema: {
        tags: TAGS,
        summary: 'List every organization of the instance, newest first',
        description: ADMIN,
        querystring: Type.Object(OffsetQuery),
        response: { 200: pageOf('organizations', ListedOrganization) },
      },
    },
    async ({ query }) => {
      const rows = await listOrganizations(db, query)
      const total = await countOrganizations(db)
      return ok({ organizations: rows.map(toListed), pagination: pagination(query, total, rows.length) })
    },
  )

  api.put(
    '/api/admin/organizations/:id/plan',
    {
      onRequest: adminOnly,
      config: { access: SESSION, errors: ['INSUFFICIENT_PERMISSIONS', 'RESOURCE_NOT_FOUND'] },
      schema: {
        tags: TAGS,
        summary: 'Put an organization on another plan',
        description: `What it has beyond the limits of a smaller plan stays as it is; only more is refused. ${ADMIN}`,
        params: UuidParams('id'),
        body: Body({ plan: OneOf(PLANS) }),
        response: { 200: dataOf(Type.Object({ organization: Organization })) },
      },
    },
    async ({ actor, params, body }) => {
      await changePlan(context, actor, params.id, body.plan)
      return ok({ organization: await readOrganization(context, params.id) })
    },
  )
}
