/** A new secret: asked for first, then shown once. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import { useText } from '../../text/text.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { useSubmit } from '../../ui/form.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useProblemText } from '../../ui/trouble.tsx'
import { TARGETS, type Target } from './queries.ts'
import { SecretDialog } from './secret-dialog.tsx'

export function RotateSecret({ target, onClose }: { target: Target; onClose: () => void }) {
  const { notifications, incidents } = useText()
  const client = useQueryClient()
  const tell = useToast()
  const words = useProblemText()
  const [secret, setSecret] = useState<string | null>(null)
  const { submit, isPending } = useSubmit(
    () => dataOf(api.POST('/api/notification-targets/{id}/rotate-secret', { params: { path: { id: target.id } } })),
    {
      onDone: ({ target: rotated }) => {
        void client.invalidateQueries({ queryKey: TARGETS })
        setSecret(String(rotated.config.secret))
      },
      onFailed: (problem) => tell.failed(incidents.failed, words(problem)),
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
    </Confirm>
  )
}
