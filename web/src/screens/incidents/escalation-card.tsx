/** The escalation of an incident: its policy, its state, the last step and the next step. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Schemas } from '../../api/types.ts'
import { useFormat, useText } from '../../text/text.tsx'
import { Card, type Fact, Facts } from '../../ui/page.tsx'
import { Ago, DateTime } from '../../ui/time.tsx'
import { escalationQuery, type Incident } from './queries.ts'

type Escalation = Schemas['IncidentEscalation']
type Recipient = Schemas['EscalationRecipient']

export function EscalationCard({ incident }: { incident: Incident }) {
  const { progress: labels } = useText().escalation
  const { data: escalation } = useQuery(escalationQuery(incident.id))
  const describeState = useDescribeState(incident)
  if (!escalation) return null
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
    <Card title={labels.title}>
      <Facts facts={facts.filter((fact): fact is Fact => Boolean(fact))} />
    </Card>
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
