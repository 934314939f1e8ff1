import { api, getData } from '../../api/client.ts'
import type { Schemas } from '../../api/types.ts'
import { usePermission } from '../../app/me.ts'
import { closeSession } from '../../app/sign-out.ts'
import { useAction } from '../../app/use-action.ts'
import { ConfirmSubmit } from '../../parts/forms/dialogs/confirm-request.tsx'
import { useText } from '../../text/text.tsx'
import { Options } from '../../ui/field.tsx'
import { useSubmit } from '../../ui/form.tsx'
import { useToast } from '../../ui/toast.tsx'

export type Member = Schemas['Member']
export type Role = Member['role']
const ROLES: readonly Role[] = ['owner', 'admin', 'editor', 'responder', 'viewer']

/** Returns the roles that the signed-in user may assign. */
export function useAssignableRoles(): readonly Role[] {
  return usePermission('can_manage_owners') ? ROLES : ROLES.filter((role) => role !== 'owner')
}

interface ActionProps {
  member: Member
  orgId: string
  onDone: () => void
}

export function RoleSelect({ member, orgId, onDone }: ActionProps) {
  const { settings, status } = useText()
  const toast = useToast()
  const { run, isPending } = useAction()
  const roles = useAssignableRoles()
  const patch = (role: Role) =>
    getData(
      api.PATCH('/api/organizations/{orgId}/members/{memberId}', {
        params: { path: { orgId, memberId: member.id } },
        body: { role },
      }),
    )
  const change = (role: Role) =>
    run({
      name: settings.members.roleOf(member.name),
      send: () => patch(role),
      onDone: () =>
        toast.done(settings.members.roleChanged(member.name, status.role[role]), undefined, () =>
          patch(member.role).finally(onDone),
        ),
      onSettled: onDone,
    })
  return (
    <select
      className="control max-w-48 min-w-32"
      aria-label={settings.members.roleOf(member.name)}
      title={settings.members.roles[member.role]}
      value={member.role}
      disabled={isPending}
      onChange={(event) => change(event.target.value as Role)}
    >
      <Options options={roles.map((role) => ({ value: role, label: status.role[role] }))} />
    </select>
  )
}

export function RemoveMember({
  member,
  orgId,
  isSelf,
  onClose,
  onDone,
}: ActionProps & { isSelf: boolean; onClose: () => void }) {
  const { settings, common } = useText()
  const words = settings.members
  const toast = useToast()
  const removal = useSubmit(
    () =>
      getData(
        api.DELETE('/api/organizations/{orgId}/members/{memberId}', {
          params: { path: { orgId, memberId: member.id } },
        }),
      ),
    {
      onDone: () => {
        if (isSelf) return closeSession()
        toast.done(words.removed(member.name))
        onDone()
        onClose()
      },
    },
  )
  return (
    <ConfirmSubmit
      onClose={onClose}
      form={removal}
      title={isSelf ? words.leaveTitle : words.removeTitle(member.name)}
      action={isSelf ? words.leave : common.remove}
    >
      <p>{isSelf ? words.leaveText : words.removeText}</p>
    </ConfirmSubmit>
  )
}
