/** Deletes a policy after a confirmation. A policy that is in use shows its uses instead, also after a refusal. */
import { useQueryClient } from '@tanstack/react-query'
import { api, getData } from '../../../api/client.ts'
import { ConfirmSubmit } from '../../../parts/forms/dialogs/confirm-request.tsx'
import { readUsers, UserList } from '../../../parts/notifications/escalation/user-list.tsx'
import { type EscalationPolicy, POLICIES } from '../../../parts/platform/queries.ts'
import { useText } from '../../../text/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { useSubmit } from '../../../ui/form.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { usePolicyUses } from './policy-uses.ts'

export function DeletePolicy({ policy, onClose }: { policy: EscalationPolicy; onClose: () => void }) {
  const { escalation, common } = useText()
  const client = useQueryClient()
  const toast = useToast()
  const deletion = useSubmit(
    () => getData(api.DELETE('/api/escalation-policies/{id}', { params: { path: { id: policy.id } } })),
    {
      onDone: () => {
        toast.done(escalation.deleted(policy.name))
        void client.invalidateQueries({ queryKey: POLICIES })
        onClose()
      },
    },
  )
  const uses = usePolicyUses(policy)
  const users = readUsers(deletion.problem) ?? (uses && uses.users.count > 0 ? uses.users : null)
  if (users)
    return (
      <Dialog isOpen onClose={onClose} title={escalation.inUse(policy.name)} description={escalation.inUseHelp}>
        <UserList users={users} onLeave={onClose} />
        <DialogActions>
          <Button onClick={onClose}>{common.close}</Button>
        </DialogActions>
      </Dialog>
    )
  return (
    <ConfirmSubmit
      form={deletion}
      onClose={onClose}
      title={escalation.deleteTitle(policy.name)}
      action={common.delete}
      resources={[policy]}
    >
      <p>{escalation.deleteHelp}</p>
    </ConfirmSubmit>
  )
}
