import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Send, Star } from 'lucide-react'
import { useState } from 'react'
import { api, getData } from '../../api/client.ts'
import { ManagedBy } from '../../app/managed/managed.tsx'
import { usePermission } from '../../app/me.ts'
import { useAction } from '../../app/use-action.ts'
import { CHANNEL_ICON, type Delivery, DeliveryBadge } from '../../parts/notifications/delivery/delivery.tsx'
import { useChannelTitle } from '../../parts/notifications/target-form/services.ts'
import { findAddress } from '../../parts/notifications/target-form/target-config.ts'
import { isFailing, TargetBadge, useTargetState } from '../../parts/notifications/target-form/target-state.tsx'
import { TARGETS, type Target, targetChoicesQuery } from '../../parts/platform/queries.ts'
import { useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/status.tsx'
import { Ago } from '../../ui/time.tsx'
import { TargetMenu } from './target-menu.tsx'

export function TargetRow({ target }: { target: Target }) {
  const { notifications } = useText()
  const state = useTargetState(target)
  const mayEdit = usePermission('can_edit_monitors')
  const test = useTest(target)
  const channelTitle = useChannelTitle(target)
  const Icon = CHANNEL_ICON[target.channel]
  return (
    <li className="flex flex-col gap-3 px-4 py-3.5 sm:flex-row sm:items-start sm:gap-4">
      <div className="flex min-w-0 flex-1 gap-3">
        <span className="flex size-9 shrink-0 items-center justify-center rounded-md bg-sunken text-muted">
          <Icon className="size-5" aria-hidden />
        </span>
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <h2 className="font-semibold wrap-anywhere">{target.name}</h2>
            <TargetBadge state={state} />
            {target.is_default && (
              <Badge tone="accent" icon={Star}>
                {notifications.isDefault}
              </Badge>
            )}
          </div>
          <p className="text-muted wrap-anywhere">
            {channelTitle}
            {findAddress(target.config) && ` · ${findAddress(target.config)}`}
          </p>
          <ManagedBy resource={target} />
          {state.help && <p className="mt-1 text-sm">{state.help}</p>}
          <Health target={target} />
          <Uses target={target} />
          <div role="status">
            {test.outcome && (
              <div className="mt-2 flex flex-wrap items-center gap-2 text-sm">
                <DeliveryBadge status={test.outcome.status} />
                <span className="wrap-anywhere">
                  {test.outcome.status === 'delivered'
                    ? notifications.testDone
                    : `${notifications.testFailed}: ${test.outcome.error_message ?? ''}`}
                </span>
              </div>
            )}
          </div>
        </div>
      </div>
      {mayEdit && (
        <div className="flex shrink-0 items-center gap-2">
          <Button
            icon={Send}
            isPending={test.isPending}
            onClick={test.send}
            className="flex-1 max-sm:min-h-10 sm:flex-none"
          >
            {notifications.test}
          </Button>
          <TargetMenu target={target} />
        </div>
      )}
    </li>
  )
}

function Health({ target }: { target: Target }) {
  const { notifications } = useText()
  const { last_delivered_at: delivered, last_failed_at: failed, last_error: error } = target
  if (!delivered && !failed) return <p className="mt-1 text-sm text-muted">{notifications.never}</p>
  return (
    <div className="mt-1 text-sm text-muted">
      <p>
        {delivered && (
          <>
            {notifications.lastDelivered} <Ago at={delivered} />
          </>
        )}
        {delivered && failed && ' · '}
        {failed && (
          <>
            {notifications.lastFailed} <Ago at={failed} />
          </>
        )}
      </p>
      {isFailing(target) && target.is_deliverable && error && <p className="text-error wrap-anywhere">{error}</p>}
      {target.config_note && <p className="wrap-anywhere">{target.config_note}</p>}
    </div>
  )
}

function Uses({ target }: { target: Target }) {
  const { notifications } = useText()
  const { data } = useQuery(targetChoicesQuery)
  const fallback = data?.find(({ id }) => id === target.fallback_target_id)
  return (
    <p className="text-sm text-muted wrap-anywhere">
      {notifications.monitors(target.monitor_count)}
      {fallback && ` · ${notifications.fallback(fallback.name)}`}
    </p>
  )
}

/** Sends a test notification and returns its outcome. */
function useTest({ id, name }: Target): { send: () => void; isPending: boolean; outcome: Delivery | null } {
  const { notifications } = useText()
  const client = useQueryClient()
  const { run, isPending } = useAction()
  const [outcome, setOutcome] = useState<Delivery | null>(null)
  const send = () => {
    setOutcome(null)
    run({
      name: `${notifications.test}: ${name}`,
      send: () => getData(api.POST('/api/notification-targets/{id}/test', { params: { path: { id } } })),
      onDone: ({ delivery }) => setOutcome(delivery),
      onSettled: () => client.invalidateQueries({ queryKey: TARGETS }),
    })
  }
  return { send, isPending, outcome }
}
