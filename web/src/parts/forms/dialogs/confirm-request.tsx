/** Confirmations that send a request: deletions and other changes without undo. */
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import type { Managed } from '../../../app/managed/ask.ts'
import { ManagedNote } from '../../../app/managed/managed.tsx'
import { Confirm } from '../../../ui/dialog.tsx'
import { FormProblem, type Submit, useSubmit } from '../../../ui/form.tsx'
import { useToast } from '../../../ui/toast.tsx'

interface ConfirmSubmitProps extends Omit<ComponentProps<typeof Confirm>, 'isOpen' | 'onConfirm' | 'isPending'> {
  isOpen?: boolean
  form: Submit
  /** Resources that change. A note warns when a source manages one of them. */
  resources?: readonly Managed[]
}

/** Shows a failure in the confirmation, beside the button that tries again. */
export const ConfirmSubmit = ({ form, resources = [], isOpen = true, children, ...rest }: ConfirmSubmitProps) => (
  <Confirm {...rest} isOpen={isOpen} onConfirm={form.submit} isPending={form.isPending}>
    {children}
    <ManagedNote resources={resources} />
    <FormProblem problem={form.problem} />
  </Confirm>
)

interface ConfirmRequestProps extends Omit<ConfirmSubmitProps, 'form' | 'isOpen'> {
  send: () => Promise<unknown>
  /** Message after success. */
  done: string
  /** Queries that the request changes. */
  changes: readonly QueryKey[]
}

export function ConfirmRequest({ send, done, changes, onClose, ...rest }: ConfirmRequestProps) {
  const client = useQueryClient()
  const toast = useToast()
  const form = useSubmit(send, {
    onDone: () => {
      for (const queryKey of changes) void client.invalidateQueries({ queryKey })
      toast.done(done)
      onClose()
    },
  })
  return <ConfirmSubmit {...rest} onClose={onClose} form={form} />
}
