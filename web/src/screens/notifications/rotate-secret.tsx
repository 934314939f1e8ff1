/** Rotates the secret after a confirmation, and shows the new one once. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, getData } from '../../api/client.ts'
import { ManagedNote } from '../../app/managed/managed.tsx'
import { TARGETS, type Target } from '../../parts/queries.ts'
import { SecretDialog } from '../../parts/target-form/secret-dialog.tsx'
import { useText } from '../../text/text.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { useSubmit } from '../../ui/form.tsx'
import { useProblemText } from '../../ui/notice.tsx'
import { useToast } from '../../ui/toast.tsx'

export function RotateSecret({ target, onClose }: { target: Target; onClose: () => void }) {
  const { notifications, incidents } = useText()
  const client = useQueryClient()
  const toast = useToast()
  const describeProblem = useProblemText()
  const [secret, setSecret] = useState<string | null>(null)
  const { submit, isPending } = useSubmit(
    () => getData(api.POST('/api/notification-targets/{id}/rotate-secret', { params: { path: { id: target.id } } })),
    {
      onDone: ({ target: rotated }) => {
        void client.invalidateQueries({ queryKey: TARGETS })
        setSecret(String(rotated.config.secret))
      },
      onFailed: (problem) => toast.failed(incidents.failed, describeProblem(problem)),
    },
  )
  if (secret !== null) return <SecretDialog secret={secret} onClose={onClose} />
  return (
    <Confirm
      isOpen
      onClose={onClose}
      onConfirm={submit}
      title={notifications.rotateTitle}
      action={notifications.rotateAction}
      isPending={isPending}
    >
      <p>{notifications.rotateHelp}</p>
      <ManagedNote resources={[target]} />
    </Confirm>
  )
}
