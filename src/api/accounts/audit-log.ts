/** Who did what in the organization. */
import Type, { type Static } from 'typebox'
import type { AuditChanges } from '../../core/accounts/audit.ts'
import { type AuditRow, countAuditEntries, listAuditEntries } from '../../store/accounts/audit-log.ts'
import type { GuardedAccess } from '../platform/access.ts'
import { OffsetQuery, ok, pageOf, pagination } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { IsoTime, Nullable, Uuid } from '../platform/schemas.ts'
import { fromIso, toIso } from '../platform/times.ts'

const MANAGE: GuardedAccess = { permission: 'can_manage_organization', scope: 'organization', session: true }

const Actor = Type.Object({
  id: Nullable(Uuid),
  name: Type.String({ description: 'As it was then', examples: ['Alice'] }),
})

const AuditEntry = Type.Object(
  {
    id: Uuid,
    actor: Type.Unsafe<Static<typeof Actor>>({ ...Actor, title: 'AuditActor' }),
    action: Type.String({ examples: ['monitor.updated'] }),
    resource_type: Type.String({ examples: ['monitor'] }),
    resource_id: Type.String({ examples: ['0198c0de-7a11-7abc-8def-0123456789ab'] }),
    changes: Type.Unsafe<AuditChanges>({
      type: 'object',
      additionalProperties: { type: 'object', properties: { from: {}, to: {} }, additionalProperties: true },
      description: 'By field: what it was and what it is. Secrets are masked',
      examples: [{ name: { from: 'Shop', to: 'Web shop' } }],
    }),
    ip: Type.Optional(Type.String({ examples: ['203.0.113.9'] })),
    created_at: IsoTime,
  },
  { title: 'AuditEntry' },
)

const toEntry = (row: AuditRow): Static<typeof AuditEntry> => ({
  id: row.id,
  actor: { id: row.actor_id, name: row.actor_name },
  action: row.action,
  resource_type: row.resource_type,
  resource_id: row.resource_id,
  changes: JSON.parse(row.changes),
  ...(row.ip !== null && { ip: row.ip }),
  created_at: toIso(row.created_at),
})

const Word = Type.String({ minLength: 1, maxLength: 100 })

const Filters = {
  actor_id: Type.Optional({ ...Uuid, description: 'What this user did' }),
  action: Type.Optional({ ...Word, description: 'Such as `monitor.updated`' }),
  resource_type: Type.Optional({ ...Word, description: 'Such as `monitor`' }),
  resource_id: Type.Optional({ ...Uuid, description: 'What was done to this monitor, group, member …' }),
  from: Type.Optional({ ...IsoTime, description: 'Done at this moment or later' }),
  to: Type.Optional({ ...IsoTime, description: 'Exclusive' }),
}

const momentOf = (iso: string | undefined): number | undefined => (iso === undefined ? undefined : fromIso(iso))

export const auditLog: Resource = (api, { context }) => {
  const { db } = context.store

  api.get(
    '/api/audit-log',
    {
      config: { access: MANAGE },
      schema: {
        tags: ['Audit log'],
        summary: 'List who did what, newest first',
        description:
          'What people and their API keys changed in the organization; what the service does itself is not in it.',
        querystring: Type.Object({ ...OffsetQuery, ...Filters }),
        response: { 200: pageOf('entries', AuditEntry) },
      },
    },
    async ({ actor, query }) => {
      const filter = {
        actorId: query.actor_id,
        action: query.action,
        resourceType: query.resource_type,
        resourceId: query.resource_id,
        from: momentOf(query.from),
        to: momentOf(query.to),
      }
      const rows = await listAuditEntries(db, actor.organizationId, query, filter)
      const total = await countAuditEntries(db, actor.organizationId, filter)
      return ok({ entries: rows.map(toEntry), pagination: pagination(query, total, rows.length) })
    },
  )
}
