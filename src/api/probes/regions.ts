/** Regions in which checks can run. */
import Type from 'typebox'
import { listRegions } from '../../store/probes/regions.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'

const Region = Type.Object({
  code: Type.String(),
  name: Type.String(),
  is_default: Type.Boolean({ description: 'Whether monitors without pinned regions use this region' }),
  is_active: Type.Boolean({ description: 'Whether at least one probe is active in the region' }),
  active_probes: Type.Integer(),
  capabilities: Type.Object({ icmp: Type.Boolean(), ipv6: Type.Boolean() }),
})

const NO_CAPABILITIES = { icmp: false, ipv6: false }

export const registerRegionRoutes: Resource = (api, { context, activeRegions }) => {
  api.get(
    '/api/regions',
    {
      config: { access: { permission: 'can_view', scope: 'organization' } },
      schema: {
        tags: ['Regions'],
        summary: 'List the regions, sorted by code',
        response: { 200: toDataSchema(Type.Object({ regions: Type.Array(Region) })) },
      },
    },
    async () => {
      const active = new Map((await activeRegions()).map((region) => [region.code, region]))
      const known = await listRegions(context.store.db)
      return toEnvelope({
        regions: known.map(({ code, name, isDefault }) => ({
          code,
          name,
          is_default: isDefault,
          is_active: active.has(code),
          active_probes: active.get(code)?.activeProbes ?? 0,
          capabilities: active.get(code)?.capabilities ?? NO_CAPABILITIES,
        })),
      })
    },
  )
}
