import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, dataOf } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import { useText } from '../../text/text.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useProblemText } from '../../ui/trouble.tsx'
import { type Monitor, wordOf } from './queries.ts'

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
  const words = useProblemText()
  const remove = useMutation({
    mutationFn: () => dataOf(api.DELETE('/api/monitors/{id}', { params: { path: { id } } })),
    onSuccess: async () => {
      toast.done(actions.deleted(name))
      await navigate({ to: '/' })
      client.removeQueries({ queryKey: [wordOf(id)] })
    },
    onError: (error) => {
      toast.failed(actions.failed, words(asProblem(error)))
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
