import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, getData } from '../../api/client.ts'
import { toProblem } from '../../api/problem.ts'
import { useText } from '../../text/text.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { useProblemText } from '../../ui/notice.tsx'
import { useToast } from '../../ui/toast.tsx'
import { type Monitor, toMonitorKey } from './queries.ts'

interface Props {
  monitor: Monitor
  isOpen: boolean
  onClose: () => void
}

export function DeleteDialog({ monitor: { id, name }, isOpen, onClose }: Props) {
  const { actions } = useText().monitor
  const client = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const describeProblem = useProblemText()
  const remove = useMutation({
    mutationFn: () => getData(api.DELETE('/api/monitors/{id}', { params: { path: { id } } })),
    onSuccess: async () => {
      toast.done(actions.deleted(name))
      await navigate({ to: '/' })
      client.removeQueries({ queryKey: [toMonitorKey(id)] })
    },
    onError: (error) => {
      toast.failed(actions.failed, describeProblem(toProblem(error)))
      onClose()
    },
  })
  return (
    <Confirm
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      title={actions.deleteTitle(name)}
      action={actions.deleteAction}
      isPending={remove.isPending}
    >
      <p>{actions.deleteText}</p>
    </Confirm>
  )
}
