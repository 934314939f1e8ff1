import { useQueryClient } from '@tanstack/react-query'
import { api, getBody } from '../../api/client.ts'
import { ConfirmSubmit } from '../../parts/forms/dialogs/confirm-request.tsx'
import type { Probe } from '../../parts/probes/probe-problems.ts'
import { getRegionName, type Region } from '../../parts/probes/regions.ts'
import { useFormat, useText } from '../../text/text.tsx'
import { useSubmit } from '../../ui/form.tsx'
import { useToast } from '../../ui/toast.tsx'
import { hasOthers, listTokenProbes } from './probe-health.ts'
import type { ProbeToken } from './queries.ts'

interface Props {
  token: ProbeToken
  probes: readonly Probe[]
  regions: readonly Region[]
  onClose: () => void
}

/** Confirmation that lists the probes that would stop, and the regions that keep a probe. */
export function RevokeToken({ token, probes, regions, onClose }: Props) {
  const labels = useText().probes.tokens
  const { list } = useFormat()
  const client = useQueryClient()
  const toast = useToast()
  const revocation = useSubmit(
    () => getBody(api.DELETE('/api/admin/probe-tokens/{id}', { params: { path: { id: token.id } } })),
    {
      onDone: () => {
        toast.done(labels.revoked(token.name))
        for (const word of ['probe-tokens', 'probes', 'regions']) void client.invalidateQueries({ queryKey: [word] })
        onClose()
      },
    },
  )
  const users = listTokenProbes(token.id, probes)
  const where = getRegionName(token.region, regions)
  return (
    <ConfirmSubmit onClose={onClose} form={revocation} title={labels.revokeTitle(token.name)} action={labels.revoke}>
      {users.length === 0 ? (
        <p>{labels.revokeUnused}</p>
      ) : (
        <>
          <p>{labels.revokeUsed(list(users.map(({ name }) => name)))}</p>
          <p className="mt-2">
            {hasOthers(token.region, token.id, probes) ? labels.othersTakeOver(where) : labels.nobodyLeft(where)}
          </p>
        </>
      )}
    </ConfirmSubmit>
  )
}
