import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, getData } from '../../api/client.ts'
import type { Schemas } from '../../api/types.ts'
import { useMe } from '../../app/me.ts'
import { useAction } from '../../app/use-action.ts'
import { FormDialog } from '../../parts/forms/dialogs/form-dialog.tsx'
import { MailHelp } from '../../parts/notifications/target-form/mail-help.tsx'
import { useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyBox } from '../../ui/copy.tsx'
import { Confirm, Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { useSubmit } from '../../ui/form.tsx'
import { LoadError, Skeleton } from '../../ui/notice.tsx'
import { Card } from '../../ui/page.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { DateTime } from '../../ui/time.tsx'
import { useToast } from '../../ui/toast.tsx'
import { type Role, useAssignableRoles } from './member-actions.tsx'

export function Invitations() {
  const { settings, status } = useText()
  const labels = settings.members
  const orgId = useMe().user.organization_id
  const client = useQueryClient()
  const toast = useToast()
  const { run } = useAction()
  const list = useQuery({
    queryKey: ['invitations'],
    queryFn: () =>
      getData(
        api.GET('/api/organizations/{orgId}/invitations', { params: { path: { orgId }, query: { limit: 100 } } }),
      ),
  })
  const [withdrawn, setWithdrawn] = useState<Schemas['Invitation'] | null>(null)
  if (list.isPending) return <Skeleton />
  if (list.isLoadingError) return <LoadError error={list.error} onRetry={() => void list.refetch()} />
  const withdraw = ({ id, email }: Schemas['Invitation']) => {
    setWithdrawn(null)
    run({
      name: `${labels.withdraw}: ${email}`,
      send: () =>
        getData(api.DELETE('/api/organizations/{orgId}/invitations/{id}', { params: { path: { orgId, id } } })),
      onDone: () => toast.done(labels.withdrawn(email)),
      onSettled: () => client.invalidateQueries({ queryKey: ['invitations'] }),
    })
  }
  const { invitations } = list.data
  return (
    <Card title={labels.invitations} isFlush>
      {invitations.length === 0 ? (
        <p className="p-4 text-muted">{labels.noInvitations}</p>
      ) : (
        <Table
          label={labels.invitations}
          isStacked
          head={[
            labels.email,
            labels.role,
            labels.invitedBy,
            labels.expires,
            { text: labels.withdraw, isHidden: true },
          ]}
        >
          {invitations.map((invitation) => (
            <tr key={invitation.id}>
              <Cell className="wrap-anywhere">{invitation.email}</Cell>
              <Cell label={labels.role}>{status.role[invitation.role]}</Cell>
              <Cell label={labels.invitedBy}>{invitation.invited_by_name}</Cell>
              <Cell label={labels.expires} className="whitespace-nowrap">
                <DateTime at={invitation.expires_at} />
              </Cell>
              <Cell className="text-right">
                <Button size="small" onClick={() => setWithdrawn(invitation)}>
                  {labels.withdraw}
                </Button>
              </Cell>
            </tr>
          ))}
        </Table>
      )}
      {withdrawn && (
        <Confirm
          isOpen
          onClose={() => setWithdrawn(null)}
          onConfirm={() => withdraw(withdrawn)}
          title={labels.withdrawTitle(withdrawn.email)}
          action={labels.withdraw}
        >
          <p>{labels.withdrawText}</p>
        </Confirm>
      )}
    </Card>
  )
}

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { settings, status } = useText()
  const labels = settings.members
  const { organization_id: orgId, is_instance_admin: isAdmin } = useMe().user
  const client = useQueryClient()
  const roles = useAssignableRoles()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('editor')
  const [created, setCreated] = useState<Schemas['NewInvitation'] | null>(null)
  const form = useSubmit(
    () =>
      getData(
        api.POST('/api/organizations/{orgId}/invitations', { params: { path: { orgId } }, body: { email, role } }),
      ),
    {
      onDone: ({ invitation }) => {
        setCreated(invitation)
        void client.invalidateQueries({ queryKey: ['invitations'] })
      },
    },
  )
  if (created !== null)
    return (
      <Dialog isOpen onClose={onClose} title={labels.linkTitle}>
        <p className="mb-3">{labels.mailed[created.email_status](email)}</p>
        {created.email_status === 'not_configured' && isAdmin && (
          <p className="mb-3">
            <MailHelp />
          </p>
        )}
        <CopyBox value={created.accept_url} label={labels.link} />
        <p className="mt-3 text-sm text-muted">{labels.linkText}</p>
      </Dialog>
    )
  return (
    <FormDialog onClose={onClose} title={labels.invite} form={form} submit={labels.invite}>
      <TextField
        label={labels.email}
        type="email"
        autoComplete="off"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={form.findError('email')}
      />
      <SelectField
        label={labels.role}
        help={labels.roles[role]}
        value={role}
        onChange={(event) => setRole(event.target.value as Role)}
        options={roles.map((value) => ({ value, label: status.role[value] }))}
        error={form.findError('role')}
      />
    </FormDialog>
  )
}
