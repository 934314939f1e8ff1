/** The description of a policy in words. */
import { useQuery } from '@tanstack/react-query'
import { useMe } from '../../../app/me.ts'
import { parseNumber } from '../../../parts/forms/schema-form/draft.ts'
import {
  type EscalationPolicy,
  membersQuery,
  scheduleChoicesQuery,
  targetChoicesQuery,
} from '../../../parts/platform/queries.ts'
import { useFormat, useText } from '../../../text/text.tsx'
import type { StepDraft } from './policy-steps.ts'

const MINUTE_MS = 60_000

type Policy = Pick<EscalationPolicy, 'steps' | 'repeat_count' | 'repeat_after_minutes'>

/** @param policy stored, or as the form holds it, with numbers as entered */
export function PolicySummary({ policy }: { policy: Policy }) {
  const { summary: labels } = useText().escalation
  const { number } = useFormat()
  const describeMinutes = useDescribeMinutes()
  const describeStep = useDescribeStep()
  const { steps, repeat_count: repeats, repeat_after_minutes: repeatAfter } = policy
  return (
    <ol className="flex flex-col gap-0.5">
      {steps.map((step, index) => (
        <li key={index} className="wrap-anywhere">
          {describeStep(step, index)}
        </li>
      ))}
      {repeats > 0 && <li>{labels.repeated(number(repeats), describeMinutes(repeatAfter))}</li>}
    </ol>
  )
}

function useDescribeStep(): (step: StepDraft, index: number) => string {
  const { summary: labels } = useText().escalation
  const { list } = useFormat()
  const describeMinutes = useDescribeMinutes()
  const { data: targets = [] } = useQuery(targetChoicesQuery)
  const { data: schedules = [] } = useQuery(scheduleChoicesQuery)
  const { data: members = [] } = useQuery(membersQuery(useMe().user.organization_id))
  return ({ after_minutes: minutes, target_ids: targetIds, schedule_ids: scheduleIds, user_ids: userIds }, index) => {
    const names = [
      ...targetIds.flatMap((id) => targets.find((target) => target.id === id)?.name ?? []),
      ...schedules.filter(({ id }) => scheduleIds.includes(id)).map(({ name }) => labels.onCall(name)),
      ...members.filter(({ user_id: id }) => userIds.includes(id)).map(({ name }) => name),
    ]
    const recipients = names.length > 0 ? list(names) : labels.noRecipient
    return index === 0 ? labels.atOnce(recipients) : labels.after(describeMinutes(minutes), recipients)
  }
}

/** @returns a duration, or a text for an invalid number */
function useDescribeMinutes(): (minutes: number | string) => string {
  const { summary: labels } = useText().escalation
  const { duration } = useFormat()
  return (minutes) => {
    const value = parseNumber(String(minutes))
    return typeof value === 'number' && value > 0 ? duration(value * MINUTE_MS) : labels.unknownTime
  }
}
