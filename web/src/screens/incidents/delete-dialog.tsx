import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, getData } from '../../api/client.ts'
import { useText } from '../../text/text.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { useSubmit } from '../../ui/form.tsx'
import { useProblemText } from '../../ui/notice.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { Incident } from './queries.ts'

export function DeleteDialog({ incident, onClose }: { incident: Incident; onClose: () => void }) {
  const { incidents, common } = useText()
  const { detail } = incidents
  const client = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const describeProblem = useProblemText()
  const { submit, isPending } = useSubmit(
    () => getData(api.DELETE('/api/incidents/{id}', { params: { path: { id: incident.id } } })),
    {
      onDone: () => {
        toast.done(detail.deleted, incident.title)
        void navigate({ to: '/incidents' }).then(() => {
          client.removeQueries({ queryKey: [`incident:${incident.id}`] })
          void client.invalidateQueries({ queryKey: ['incidents'] })
        })
      },
      onFailed: (problem) => toast.failed(incidents.failed, describeProblem(problem)),
    },
  )
  return (
    <Confirm
      isOpen
      onClose={onClose}
      onConfirm={submit}
      title={detail.deleteTitle}
      action={common.delete}
      isPending={isPending}
    >
      <p>{detail.deleteHelp}</p>
    </Confirm>
  )
}
