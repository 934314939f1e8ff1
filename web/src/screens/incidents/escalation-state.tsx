/** The escalation of an incident: its policy, its state and steps, and the buttons to send further messages. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowUpRight, BellPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { api, getData } from '../../api/client.ts'
import type { Schemas } from '../../api/types.ts'
import { usePermission } from '../../app/me.ts'
import { useAction } from '../../app/use-action.ts'
import { useFormat, useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { type Fact, Facts } from '../../ui/page.tsx'
import { Ago, DateTime } from '../../ui/time.tsx'
import { useToast } from '../../ui/toast.tsx'
import { NotifyDialog } from './notify-dialog.tsx'
import { escalationQuery, type Incident, refreshIncident } from './queries.ts'

type Escalation = Schemas['IncidentEscalation']
type Recipient = Schemas['EscalationRecipient']

export function EscalationState({ incident }: { incident: Incident }) {
  const { progress: labels } = useText().escalation
  const { data: escalation } = useQuery(escalationQuery(incident.id))
  const describeState = useDescribeState(incident)
  if (!escalation) return <Requests incident={incident} next={null} />
  const { state, policy_name: policy, last_step: last, next_step: next } = escalation
  const facts: (Fact | false | null)[] = [
    {
      term: labels.policy,
      value: policy ? (
        <Link to="/notifications/escalation" className="font-medium text-accent underline">
          {policy}
        </Link>
      ) : (
        labels.deletedPolicy
      ),
    },
    { term: labels.state, value: describeState(state) },
    last && {
      term: labels.last,
      value: (
        <Step {...last}>
          <DateTime at={last.sent_at} />
        </Step>
      ),
    },
    next && {
      term: labels.next,
      value: (
        <Step {...next}>
          {next.due_at === null ? (
            labels.whenSent
          ) : (
            <>
              <DateTime at={next.due_at} />{' '}
              {state === 'active' ? (
                <>
                  · <Ago at={next.due_at} />
                </>
              ) : (
                labels.earliest
              )}
            </>
          )}
        </Step>
      ),
    },
  ]
  return (
    <section aria-label={labels.title} className="mb-4 rounded-md bg-sunken p-3">
      <h3 className="mb-2 font-semibold">{labels.title}</h3>
      <Facts facts={facts.filter((fact): fact is Fact => Boolean(fact))} />
      <Requests incident={incident} next={state === 'active' ? next : null} />
    </section>
  )
}

/** @param next the step that can be sent now; null when there is none */
function Requests({ incident, next }: { incident: Incident; next: Escalation['next_step'] }) {
  const { escalation, incidents } = useText()
  const { number } = useFormat()
  const [isNotifying, setNotifying] = useState(false)
  const client = useQueryClient()
  const toast = useToast()
  const { run, isPending } = useAction()
  if (!usePermission('can_manage_incidents')) return null
  const { id, title } = incident
  const escalate = ({ round, step }: { round: number; step: number }) =>
    run({
      name: `${escalation.progress.now}: ${title}`,
      send: () =>
        getData(api.POST('/api/incidents/{id}/escalate', { params: { path: { id } }, body: { round, step } })),
      onDone: () => toast.done(escalation.progress.sent(number(step)), title),
      onSettled: () => refreshIncident(client, id),
    })
  return (
    <div className="mt-3 mb-4 flex flex-wrap gap-2 last:mb-0">
      {next && (
        <Button icon={ArrowUpRight} isPending={isPending} onClick={() => escalate(next)}>
          {escalation.progress.now}
        </Button>
      )}
      <Button icon={BellPlus} onClick={() => setNotifying(true)}>
        {incidents.notify.open}
      </Button>
      {isNotifying && <NotifyDialog incident={incident} onClose={() => setNotifying(false)} />}
    </div>
  )
}

function useDescribeState(incident: Incident): (state: Escalation['state']) => string {
  const { escalation, acknowledge } = useText()
  const { progress: labels } = escalation
  const { dateTime } = useFormat()
  const { acknowledged_by_name: by, acknowledged_via: via, snoozed_until: until } = incident
  return (state) => {
    if (state === 'snoozed') return labels.snoozed(dateTime(until ?? incident.updated_at))
    if (state === 'acknowledged')
      return labels.stopped(via ? acknowledge.via(via) : acknowledge.by(by ?? acknowledge.formerUser))
    return labels.states[state]
  }
}

interface StepProps {
  step: number
  round: number
  recipients: readonly Recipient[]
  /** Its time. */
  children: ReactNode
}

function Step({ step, round, recipients, children }: StepProps) {
  const { progress: labels, summary } = useText().escalation
  const { number, list } = useFormat()
  const toName = ({ name, schedule_name: schedule }: Recipient) => {
    if (schedule === null) return name ?? labels.deletedTarget
    return name === null ? labels.noUser(schedule) : labels.onCall(name, schedule)
  }
  return (
    <>
      <p className="font-medium">{recipients.length > 0 ? list(recipients.map(toName)) : summary.noRecipient}</p>
      <p className="text-sm text-muted">
        {labels.step(number(step), number(round))} · {children}
      </p>
    </>
  )
}
