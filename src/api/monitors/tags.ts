/** Tags of monitors. */
import Type from 'typebox'
import { listTags } from '../../store/monitors/tags.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import { VIEW } from '../platform/monitor-access.ts'
import type { Resource } from '../platform/resource.ts'

const Tag = Type.Object({ name: Type.String(), monitor_count: Type.Integer() })

export const registerTagRoutes: Resource = (api, { context }) => {
  api.get(
    '/api/tags',
    {
      config: { access: VIEW },
      schema: {
        tags: ['Monitors'],
        summary: 'List tags in use, sorted by name',
        response: { 200: toDataSchema(Type.Object({ tags: Type.Array(Tag) })) },
      },
    },
    async ({ project }) => {
      const counts = await listTags(context.store.db, project.id)
      return toEnvelope({ tags: counts.map(({ name, monitorCount }) => ({ name, monitor_count: monitorCount })) })
    },
  )
}
