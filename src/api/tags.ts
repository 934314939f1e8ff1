/** Words that monitors are found by. */
import Type from 'typebox'
import { listTags } from '../store/tags.ts'
import type { Resource } from './deps.ts'
import { dataOf, ok } from './envelope.ts'
import { VIEW } from './monitor-access.ts'

const Tag = Type.Object({ name: Type.String(), monitor_count: Type.Integer() })

export const tags: Resource = (api, { context }) => {
  api.get(
    '/api/tags',
    {
      config: { access: VIEW },
      schema: {
        tags: ['Monitors'],
        summary: 'List the tags in use, by name',
        response: { 200: dataOf(Type.Object({ tags: Type.Array(Tag) })) },
      },
    },
    async ({ project }) => {
      const counts = await listTags(context.store.db, project.id)
      return ok({ tags: counts.map(({ name, monitorCount }) => ({ name, monitor_count: monitorCount })) })
    },
  )
}
