import { useQueryClient } from '@tanstack/react-query'
import { api, bodyOf } from '../../api/client.ts'
import type { Probe } from '../../parts/probe-trouble.ts'
import { nameOf, type Region } from '../../parts/regions.ts'
import { useProbesText } from '../../text/probes.ts'
import { useFormat } from '../../text/text.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { FormProblem, useSubmit } from '../../ui/form.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { ProbeToken } from './queries.ts'
import { hasOthers, usersOf } from './standing.ts'

interface Props {
  token: ProbeToken
  probes: readonly Probe[]
  regions: readonly Region[]
  onClose: () => void
}

/** Says who stops to work, and who goes on. */
export function RevokeToken({ token, probes, regions, onClose }: Props) {
  const words = useProbesText().tokens
  const { list } = useFormat()
  const client = useQueryClient()
  const toast = useToast()
  const revocation = useSubmit(
    () => bodyOf(api.DELETE('/api/admin/probe-tokens/{id}', { params: { path: { id: token.id } } })),
    {
      onDone: () => {
        toast.done(words.revoked(token.name))
        for (const word of ['probe-tokens', 'probes', 'regions']) void client.invalidateQueries({ queryKey: [word] })
        onClose()
      },
    },
  )
  const users = usersOf(token.id, probes)
  const where = nameOf(token.region, regions)
  return (
    <Confirm
      isOpen
      onClose={onClose}
      onConfirm={revocation.submit}
      isPending={revocation.isPending}
      title={words.revokeTitle(token.name)}
      action={words.revoke}
    >
      {users.length === 0 ? (
        <p>{words.revokeUnused}</p>
      ) : (
        <>
          <p>{words.revokeUsed(list(users.map(({ name }) => name)))}</p>
          <p className="mt-2">
            {hasOthers(token.region, token.id, probes) ? words.othersTakeOver(where) : words.nobodyLeft(where)}
          </p>
        </>
      )}
      <FormProblem problem={revocation.problem} />
    </Confirm>
  )
}
