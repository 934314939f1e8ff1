import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, dataOf } from '../../api/client.ts'
import { useText } from '../../text/text.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { useSubmit } from '../../ui/form.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useProblemText } from '../../ui/trouble.tsx'
import type { Incident } from './queries.ts'

export function DeleteDialog({ incident, onClose }: { incident: Incident; onClose: () => void }) {
  const { incidents, common } = useText()
  const { one } = incidents
  const client = useQueryClient()
  const navigate = useNavigate()
  const tell = useToast()
  const words = useProblemText()
  const { submit, isPending } = useSubmit(
    () => dataOf(api.DELETE('/api/incidents/{id}', { params: { path: { id: incident.id } } })),
    {
      onDone: () => {
        tell.done(one.deleted, incident.title)
        void navigate({ to: '/incidents' }).then(() => {
          client.removeQueries({ queryKey: [`incident:${incident.id}`] })
          void client.invalidateQueries({ queryKey: ['incidents'] })
        })
      },
      onFailed: (problem) => tell.failed(incidents.failed, words(problem)),
    },
  )
  return (
    <Confirm
      isOpen
      onClose={onClose}
      onConfirm={submit}
      title={one.deleteTitle}
      action={common.delete}
      isPending={isPending}
    >
      <p>{one.deleteHelp}</p>
    </Confirm>
  )
}
