/** Warning on the page of a monitor without a policy and a reachable notification target, and buttons to add a target. */

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BellOff, BellPlus, Plus } from 'lucide-react'
import { useState } from 'react'
import { api, getData } from '../../../api/client.ts'
import { runAsking } from '../../../app/managed/ask.ts'
import { usePermission } from '../../../app/me.ts'
import { useAction } from '../../../app/use-action.ts'
import { useIsInterrupted } from '../../../parts/forms/drafts/use-draft.ts'
import { useHasPolicy } from '../../../parts/notifications/escalation/inherited-policy.ts'
import { NEW_TARGET, TargetDialog } from '../../../parts/notifications/target-dialog.tsx'
import { isReachable, type Target, targetChoicesQuery } from '../../../parts/platform/queries.ts'
import { useText } from '../../../text/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { type Monitor, monitorQuery } from '../queries.ts'

/** Existing targets offered as buttons; the form of the monitor offers all. */
const MAX_OFFERED = 2

export function NoAlerts({ monitor }: { monitor: Monitor }) {
  const { noAlerts } = useText().formNotes
  const mayEdit = usePermission('can_edit_monitors')
  const { data: targets } = useQuery(targetChoicesQuery)
  const [isAdding, setAdding] = useState(useIsInterrupted(NEW_TARGET))
  const used = monitor.notification_target_ids ?? []
  const add = useAddTarget(monitor.id, used)
  const hasPolicy = useHasPolicy(monitor.escalation_policy_id, monitor.group_id)
  if (!targets || hasPolicy) return null
  const reachable = targets.filter(isReachable)
  if (reachable.some(({ id }) => used.includes(id)) && !isAdding) return null
  return (
    <section
      aria-label={noAlerts.title}
      className="flex flex-wrap items-center gap-3 rounded-lg border border-degraded bg-degraded-soft px-4 py-3"
    >
      <BellOff className="size-5 shrink-0 text-degraded" aria-hidden />
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-semibold">{noAlerts.title}</p>
        {used.length > 0 && <p className="text-sm">{noAlerts.unreachable}</p>}
      </div>
      {mayEdit && (
        <div className="flex flex-wrap gap-2">
          {reachable.slice(0, MAX_OFFERED).map((target) => (
            <Button
              key={target.id}
              icon={BellPlus}
              isPending={add.isPending}
              onClick={() => runAsking([monitor], () => add.start(target))}
            >
              {noAlerts.choose(target.name)}
            </Button>
          ))}
          <Button
            variant={reachable.length > 0 ? 'secondary' : 'primary'}
            icon={Plus}
            onClick={() => runAsking([monitor], () => setAdding(true))}
          >
            {noAlerts.add}
          </Button>
        </div>
      )}
      {isAdding && <TargetDialog target={null} onSaved={add.start} onClose={() => setAdding(false)} />}
    </section>
  )
}

function useAddTarget(id: string, used: readonly string[]) {
  const { noAlerts } = useText().formNotes
  const client = useQueryClient()
  const toast = useToast()
  const { run, isPending } = useAction()
  const write = async (ids: readonly string[]) => {
    const params = { path: { id } }
    const { monitor } = await getData(
      api.PUT('/api/monitors/{id}', { params, body: { notification_target_ids: [...ids] } }),
    )
    client.setQueryData(monitorQuery(id).queryKey, monitor)
  }
  const start = (target: Target) =>
    run({
      name: noAlerts.choose(target.name),
      send: () => write([...used, target.id]),
      onDone: () => toast.done(noAlerts.done(target.name), undefined, () => write(used)),
    })
  return { start, isPending }
}
