/** Incident actions with large buttons for phones. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CheckCheck, Ellipsis, Pencil, RotateCcw, Trash2, UserRoundX } from 'lucide-react'
import { useState } from 'react'
import { api, getData } from '../../api/client.ts'
import { usePermission } from '../../app/me.ts'
import { useAction } from '../../app/use-action.ts'
import { ConfirmSubmit } from '../../parts/forms/dialogs/confirm-request.tsx'
import { AcknowledgeButton } from '../../parts/incidents/acknowledge-button.tsx'
import { SilenceMenu } from '../../parts/incidents/silence/silence-menu.tsx'
import { SnoozeMenu } from '../../parts/incidents/snooze/snooze-menu.tsx'
import { useText } from '../../text/text.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { useSubmit } from '../../ui/form.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useToast } from '../../ui/toast.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { type Incident, monitorQuery, refreshIncident } from './queries.ts'

const LARGE = 'min-h-12 flex-1 text-base lg:min-h-10 lg:flex-none'

export function Actions({ incident }: { incident: Incident }) {
  const { incidents, common, acknowledge } = useText()
  const [dialog, setDialog] = useState<'resolved' | 'open' | 'edit' | 'delete' | null>(null)
  const may = usePermission('can_manage_incidents')
  const isFailing = useIsFailing(incident)
  const unacknowledge = useUnacknowledge(incident)
  if (!may) return null
  const close = () => setDialog(null)
  const { status } = incident
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2">
      <AcknowledgeButton incident={incident} variant="primary" className={`${LARGE} max-sm:basis-full`} />
      {status !== 'resolved' && <SnoozeMenu incidents={[incident]} className={LARGE} />}
      {status === 'resolved' ? (
        <Button icon={RotateCcw} className={LARGE} onClick={() => setDialog('open')}>
          {incidents.reopen}
        </Button>
      ) : (
        <Button
          variant={status === 'open' || isFailing ? 'secondary' : 'primary'}
          icon={CheckCheck}
          className={LARGE}
          onClick={() => setDialog('resolved')}
        >
          {incidents.resolve}
        </Button>
      )}
      {status !== 'resolved' && (incident.check_id || incident.affected_monitor_ids.length > 0) && (
        <SilenceMenu subject={{ kind: 'incident', id: incident.id }} silence={incident.silence} className={LARGE} />
      )}
      <Menu
        trigger={<IconButton icon={Ellipsis} label={common.more} variant="secondary" className="size-12 lg:size-10" />}
        items={[
          ...(status === 'acknowledged'
            ? [{ label: acknowledge.withdraw, icon: UserRoundX, onSelect: unacknowledge }]
            : []),
          { label: common.edit, icon: Pencil, onSelect: () => setDialog('edit') },
          null,
          { label: common.delete, icon: Trash2, isDanger: true, onSelect: () => setDialog('delete') },
        ]}
      />
      {(dialog === 'resolved' || dialog === 'open') && <MoveDialog incident={incident} to={dialog} onClose={close} />}
      {dialog === 'edit' && <EditDialog incident={incident} onClose={close} />}
      {dialog === 'delete' && <DeleteDialog incident={incident} onClose={close} />}
    </div>
  )
}

/** Whether checks of the monitor still fail, so that the incident is hardly over. */
function useIsFailing({ check_id: id, source }: Incident): boolean {
  const { data: monitor } = useQuery({ ...monitorQuery(id ?? ''), enabled: id !== undefined && source === 'system' })
  return monitor !== undefined && monitor.runtimeStatus !== 'up'
}

function useUnacknowledge({ id, title }: Incident): () => void {
  const { acknowledge: text } = useText()
  const client = useQueryClient()
  const toast = useToast()
  const { run } = useAction()
  return () =>
    run({
      name: `${text.withdraw}: ${title}`,
      send: () => getData(api.POST('/api/incidents/{id}/unacknowledge', { params: { path: { id } } })),
      onDone: () => toast.done(text.withdrawn, title),
      onSettled: () => refreshIncident(client, id),
    })
}

function DeleteDialog({ incident, onClose }: { incident: Incident; onClose: () => void }) {
  const { incidents, common } = useText()
  const { detail } = incidents
  const client = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const form = useSubmit(() => getData(api.DELETE('/api/incidents/{id}', { params: { path: { id: incident.id } } })), {
    onDone: () => {
      toast.done(detail.deleted, incident.title)
      void navigate({ to: '/incidents' }).then(() => {
        client.removeQueries({ queryKey: [`incident:${incident.id}`] })
        void client.invalidateQueries({ queryKey: ['incidents'] })
      })
    },
  })
  return (
    <ConfirmSubmit form={form} onClose={onClose} title={detail.deleteTitle} action={common.delete}>
      <p>{detail.deleteHelp}</p>
    </ConfirmSubmit>
  )
}
