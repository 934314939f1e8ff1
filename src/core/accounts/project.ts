/** Projects of an organization. A project has the monitors, and everything that belongs to them. */
import Type, { type Static } from 'typebox'
import { CHANGE_TIMES, describeResource } from '../platform/fields/resource.ts'
import { Name, Reference, Uuid } from '../platform/fields/schema.ts'
import type { UnixMs } from '../platform/time/time.ts'

export const PROJECT = describeResource(
  'project',
  Type.Object({
    name: Name(80, { examples: ['Web shop'] }),
    escalationPolicyId: Reference('escalation_policies', {
      description: 'Escalation policy of monitors without a policy of their own or of their group. Null: no policy',
    }),
  }),
  {
    owner: 'organization',
    updateOnly: ['escalationPolicyId'],
    omitsNull: ['shown', 'audited'],
    readOnly: Type.Object({
      organizationId: Uuid,
      slug: Type.String({ examples: ['web-shop'] }),
      isDefault: Type.Boolean(),
      monitorCount: Type.Integer({ description: 'Number of monitors, without deleted monitors' }),
      ...CHANGE_TIMES,
    }),
    audited: Type.Object({ slug: Type.String() }),
  },
)
export type ProjectDraft = Static<typeof PROJECT.schema>

export type Project = ProjectDraft & {
  id: string
  organizationId: string
  /** Unique in the organization. It does not change, because it is part of URLs. */
  slug: string
  isDefault: boolean
  /** Monitors that are not deleted. */
  monitorCount: number
  createdAt: UnixMs
  updatedAt: UnixMs
}
