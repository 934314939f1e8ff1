/** Ends the management of resources by a configuration document. */
import Type from 'typebox'
import { releaseResources } from '../../services/provisioning/release.ts'
import { toMonitorContext, toMonitorScope } from '../platform/access.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { Body, Uuid, UuidParams } from '../platform/schemas.ts'

/** Twice the size of a batch of monitors. */
const MAX_RELEASED = 1_000

const ReleaseBody = Body({
  resource_ids: Type.Array(Uuid, {
    minItems: 1,
    maxItems: MAX_RELEASED,
    description: 'Ids of resources of any kind that a configuration document can describe',
  }),
})

const Released = Type.Object(
  {
    released: Type.Array(Uuid, { description: 'Resources that a source managed until now' }),
    unmanaged: Type.Array(Uuid, { description: 'Resources that no source managed' }),
    not_found: Type.Array(Uuid),
  },
  { title: 'ReleasedResources' },
)

export const registerReleaseRoute: Resource = (api, deps) => {
  const context = toMonitorContext(deps)
  api.post(
    '/api/projects/:projectId/config/release',
    {
      config: {
        access: { permission: 'can_edit_monitors', scope: 'path' },
        weight: 'heavy',
        errors: ['PROJECT_NOT_FOUND', 'API_KEY_ORGANIZATION_MISMATCH'],
      },
      schema: {
        tags: ['Configuration as code'],
        summary: 'Stop managing resources by a configuration document',
        description:
          'The resources stay as they are and keep their keys. The next apply of a document with these keys manages them again.',
        params: UuidParams('projectId'),
        body: ReleaseBody,
        response: { 200: toDataSchema(Released) },
      },
    },
    async (request) => {
      const ids = [...new Set(request.body.resource_ids)]
      const { released, unmanaged, notFound } = await releaseResources(context, toMonitorScope(request), ids)
      return toEnvelope({ released, unmanaged, not_found: notFound })
    },
  )
}
