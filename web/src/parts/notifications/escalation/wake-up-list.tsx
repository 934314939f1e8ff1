/**
 * The messages of an outage that begins now, step by step. The server computes them with the rules that send real steps.
 */
import { useQuery } from '@tanstack/react-query'
import { Moon, UserX } from 'lucide-react'
import { api, getData } from '../../../api/client.ts'
import type { Schemas } from '../../../api/types.ts'
import { useFormat, useText } from '../../../text/text.tsx'
import { LoadError, Skeleton, WarningNote } from '../../../ui/notice.tsx'
import { Ago, DateTime } from '../../../ui/time.tsx'
import { PersonMark } from '../../on-call/person.tsx'
import { CHANNEL_ICON, type Delivery } from '../delivery/delivery.tsx'
import { useChannelTitle } from '../target-form/services.ts'

/** The monitor or group that fails, or the policy of the incident, by id. */
export type Outage = { monitor: string } | { group: string } | { policy: string }

const load = async (outage: Outage) => {
  if ('monitor' in outage)
    return getData(api.GET('/api/monitors/{id}/escalation-preview', { params: { path: { id: outage.monitor } } }))
  if ('group' in outage)
    return getData(api.GET('/api/groups/{groupId}/escalation-preview', { params: { path: { groupId: outage.group } } }))
  return getData(
    api.GET('/api/escalation-policies/{id}/escalation-preview', { params: { path: { id: outage.policy } } }),
  )
}

const REFRESH_MS = 60_000

export default function WakeUpList({ outage }: { outage: Outage }) {
  const { wakeUp: labels } = useText().escalation
  const { number, duration, soon } = useFormat()
  const { data, error, refetch } = useQuery({
    queryKey: ['escalation-preview', outage],
    queryFn: async () => (await load(outage)).escalation_preview,
    refetchInterval: REFRESH_MS,
  })
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={3} />
  const { policy_name: policy, held_by: heldBy, held_until: until, steps, repeat_count: repeats } = data
  return (
    <div className="flex flex-col gap-2">
      {heldBy && (
        <WarningNote icon={Moon}>
          {labels.held[heldBy]} {until && labels.heldUntil(soon(until, Date.now()))}
        </WarningNote>
      )}
      {!policy && <p className="text-muted">{'group' in outage ? labels.groupWithout : labels.without}</p>}
      <ol className="flex flex-col gap-2">
        {steps.map((step) => (
          <Step key={step.step} step={step} />
        ))}
      </ol>
      {repeats > 0 && (
        <p className="text-sm text-muted">
          {labels.repeated(number(repeats), duration(data.repeat_after_minutes * 60_000))}
        </p>
      )}
    </div>
  )
}

function Step({ step: { due_at, messages, gaps } }: { step: Schemas['PreviewStep'] }) {
  const { wakeUp: labels } = useText().escalation
  return (
    <li className="flex gap-3">
      <DateTimeOfDay at={due_at} />
      <ul className="flex min-w-0 flex-1 flex-col gap-0.5">
        {messages.map((message, index) => (
          <Message key={index} message={message} dueAt={due_at} />
        ))}
        {gaps.map(({ schedule_name: schedule, user_name: user }) => (
          <li key={`${schedule} ${user}`} className="flex items-start gap-1.5 font-medium text-error">
            <UserX className="mt-1 size-4 shrink-0" aria-hidden />
            {user === null
              ? labels.gap(schedule ?? '')
              : labels.unreachable(schedule === null ? user : labels.userOf(user, schedule))}
          </li>
        ))}
        {messages.length === 0 && gaps.length === 0 && <li className="font-medium text-error">{labels.noRecipient}</li>}
      </ul>
    </li>
  )
}

function DateTimeOfDay({ at }: { at: string }) {
  const { time, utc } = useFormat()
  return (
    <time dateTime={at} title={utc(at)} className="w-16 shrink-0 font-medium tabular">
      {time(at)}
    </time>
  )
}

interface MessageProps {
  message: Schemas['PreviewMessage']
  /** Time of the step. */
  dueAt: string
}

function Message({ message, dueAt }: MessageProps) {
  const { wakeUp: labels } = useText().escalation
  const { time } = useFormat()
  const channel = message.channel as Delivery['channel']
  const title = useChannelTitle({ channel, config: { service: message.service } as never })
  const { user, target_name: target, send_at: sendAt, last_delivered_at: last } = message
  const Icon = CHANNEL_ICON[channel]
  return (
    <li className="flex items-start gap-1.5 wrap-anywhere">
      <Icon className="mt-1 size-4 shrink-0 text-muted" aria-hidden />
      <span>
        {user && <PersonMark id={user.id} />} <bdi className="font-medium">{user?.name ?? target}</bdi>{' '}
        {labels.by(title)}
        {message.is_held_by_quiet_hours ? (
          <span className="text-degraded">
            {' · '}
            {labels.quiet} <DateTime at={sendAt} />
          </span>
        ) : (
          sendAt !== dueAt && <span className="text-muted">{` · ${labels.at(time(sendAt))}`}</span>
        )}
        <span className="text-sm text-muted">
          {' · '}
          {last === null ? (
            labels.never
          ) : (
            <>
              {labels.arrived} <Ago at={last} />
            </>
          )}
        </span>
      </span>
    </li>
  )
}
