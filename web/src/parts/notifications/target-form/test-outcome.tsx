/** Test of the values in the form of a target, saved or not. */

import { useState } from 'react'
import { api, getData } from '../../../api/client.ts'
import type { RequestBody } from '../../../api/types.ts'
import { useText } from '../../../text/text.tsx'
import { FormProblem, type Submit, useSubmit } from '../../../ui/form.tsx'
import { type Delivery, DeliveryBadge } from '../delivery/delivery.tsx'

/** Fields whose errors the form shows beside them. */
export const TARGET_FIELDS = ['name', 'config', 'fallback_target_id', 'events', 'quiet_hours']

interface TargetTest {
  submit: Submit
  outcome: Delivery | null
  /** Removes an outcome that other values had. */
  clear: () => void
}

export function useTargetTest(body: RequestBody<'/api/notification-targets/test', 'post'>): TargetTest {
  const [outcome, setOutcome] = useState<Delivery | null>(null)
  const { name, ...rest } = body
  const submit = useSubmit(
    async () => {
      setOutcome(null)
      const sent = name?.trim() ? body : rest
      return (await getData(api.POST('/api/notification-targets/test', { body: sent }))).delivery
    },
    { onDone: setOutcome },
  )
  const clear = () => {
    setOutcome(null)
    if (submit.problem) submit.reset()
  }
  return { submit, outcome, clear }
}

interface TestOutcomeProps {
  test: TargetTest
  isService: boolean
  /** Whether the test used a signing secret that no later message uses. */
  isTemporarilySigned: boolean
}

export function TestOutcome({ test: { submit, outcome }, isService, isTemporarilySigned }: TestOutcomeProps) {
  const { target } = useText().formNotes
  return (
    <div role="status" className="empty:hidden">
      <FormProblem problem={submit.problem} ownFields={TARGET_FIELDS} />
      {outcome && (
        <div className="flex flex-col gap-1 rounded-md border border-line bg-ground px-3 py-2 text-sm">
          <p className="flex flex-wrap items-center gap-2">
            <DeliveryBadge status={outcome.status} />
            {outcome.status === 'delivered' ? (
              target.delivered[outcome.channel]
            ) : (
              <span className="wrap-anywhere text-error">{outcome.error_message}</span>
            )}
          </p>
          {outcome.status !== 'delivered' && <p>{target.advice[isService ? 'service' : outcome.channel]}</p>}
          {isTemporarilySigned && <p className="text-muted">{target.temporarySecret}</p>}
        </div>
      )}
    </div>
  )
}
