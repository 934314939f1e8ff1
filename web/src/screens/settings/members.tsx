import { useQuery, useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { api, getBody } from '../../api/client.ts'
import { useMe, usePermission } from '../../app/me.ts'
import { CHANNEL_ICON, type Delivery } from '../../parts/notifications/delivery/delivery.tsx'
import { useChannelTitle } from '../../parts/notifications/target-form/services.ts'
import { useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { LoadError, Skeleton } from '../../ui/notice.tsx'
import { Card, useWindowTitle } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'
import { Invitations, InviteDialog } from './invitations.tsx'
import { type Member, RemoveMember, RoleSelect } from './member-actions.tsx'

const PAGE = 50

export default function Members() {
  const { settings } = useText()
  const labels = settings.members
  const mayManage = usePermission('can_manage_organization')
  const [isInviting, setInviting] = useState(false)
  useWindowTitle(settings.nav.members)
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">{labels.intro}</p>
        {mayManage && (
          <Button variant="primary" icon={UserPlus} onClick={() => setInviting(true)}>
            {labels.invite}
          </Button>
        )}
      </div>
      <div className="flex flex-col gap-5">
        <List />
        {mayManage && <Invitations />}
      </div>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  )
}

function List() {
  const { settings, status, common } = useText()
  const labels = settings.members
  const { user } = useMe()
  const mayManage = usePermission('can_manage_organization')
  const mayManageOwners = usePermission('can_manage_owners')
  const client = useQueryClient()
  const [page, setPage] = useState(1)
  const [leaving, setLeaving] = useState<Member | null>(null)
  const orgId = user.organization_id
  const list = useQuery({
    queryKey: ['members', page],
    queryFn: () =>
      getBody(
        api.GET('/api/organizations/{orgId}/members', {
          params: { path: { orgId }, query: { page, pageSize: PAGE } },
        }),
      ),
  })
  if (list.isPending) return <Skeleton />
  if (list.isLoadingError) return <LoadError error={list.error} onRetry={() => void list.refetch()} />
  const refresh = () => void client.invalidateQueries({ queryKey: ['members'] })
  const mayTouch = (member: Member) => mayManage && (member.role !== 'owner' || mayManageOwners)
  return (
    <Card title={settings.nav.members} isFlush>
      <Table
        label={settings.nav.members}
        isStacked
        head={[labels.name, labels.role, labels.reachableBy, labels.lastActive, { text: labels.leave, isHidden: true }]}
      >
        {list.data.data.map((member) => (
          <tr key={member.id}>
            <Cell>
              <span className="font-medium">{member.name}</span>
              {member.user_id === user.id && <span className="text-muted"> ({labels.you})</span>}
              <p className="text-sm text-muted wrap-anywhere">{member.email}</p>
            </Cell>
            <Cell label={labels.role}>
              {mayTouch(member) ? (
                <RoleSelect member={member} orgId={orgId} onDone={refresh} />
              ) : (
                status.role[member.role]
              )}
            </Cell>
            <Cell label={labels.reachableBy}>
              {member.reachable_by.length === 0 && <span className="text-degraded">{labels.unreachable}</span>}
              <ul>
                {member.reachable_by.map((kind) => (
                  <ContactKind key={`${kind.channel} ${kind.service}`} kind={kind} />
                ))}
              </ul>
            </Cell>
            <Cell label={labels.lastActive}>
              {member.last_active_at ? <Ago at={member.last_active_at} /> : labels.never}
            </Cell>
            <Cell className="text-right">
              {(mayTouch(member) || member.user_id === user.id) && (
                <Button size="small" variant="danger" onClick={() => setLeaving(member)}>
                  {member.user_id === user.id ? labels.leave : common.remove}
                </Button>
              )}
            </Cell>
          </tr>
        ))}
      </Table>
      <Pager
        offset={(page - 1) * PAGE}
        limit={PAGE}
        total={list.data.pagination.total}
        onChange={(offset) => setPage(offset / PAGE + 1)}
      />
      {leaving && (
        <RemoveMember
          member={leaving}
          orgId={orgId}
          isSelf={leaving.user_id === user.id}
          onClose={() => setLeaving(null)}
          onDone={refresh}
        />
      )}
    </Card>
  )
}

/** A kind of contact method, with the time of the last message that arrived. */
function ContactKind({
  kind: { channel, service, last_delivered_at: last },
}: {
  kind: Member['reachable_by'][number]
}) {
  const { members: labels } = useText().settings
  const Icon = CHANNEL_ICON[channel as Delivery['channel']]
  const title = useChannelTitle({ channel: channel as Delivery['channel'], config: { service } as never })
  return (
    <li className="flex items-start gap-1.5">
      <Icon className="mt-1 size-4 shrink-0 text-muted" aria-hidden />
      <span>
        {title}
        <span className="block text-sm text-muted">
          {last === null ? (
            labels.noMessage
          ) : (
            <>
              {labels.lastMessage} <Ago at={last} />
            </>
          )}
        </span>
      </span>
    </li>
  )
}
