/** The values of the form of an escalation policy. Pure. */
import type { EscalationPolicy } from '../../../parts/queries.ts'
import { parseNumber } from '../../../parts/schema-form/draft.ts'

export interface StepDraft {
  /** Stays the same when the step moves. */
  key: number
  /** Minutes after the alert, as entered. The first step has none. */
  minutes: string
  targetIds: readonly string[]
  /** The user on call of each schedule is notified. */
  scheduleIds: readonly string[]
}

export interface PolicyDraft {
  name: string
  steps: readonly StepDraft[]
  repeats: number
  /** Minutes after the last step, as entered. */
  repeatAfter: string
}

export const MAX_STEPS = 10
export const MAX_REPEATS = 10
const DEFAULT_REPEAT_AFTER = 30

/** Minutes between the last step and a new step. */
const STEP_MINUTES = 10

/** @param policy null for a new policy */
export const toPolicyDraft = (policy: EscalationPolicy | null): PolicyDraft => ({
  name: policy?.name ?? '',
  steps: (policy?.steps ?? [{ after_minutes: 0, target_ids: [], schedule_ids: [] }]).map((step, key) => ({
    key,
    minutes: String(step.after_minutes),
    targetIds: step.target_ids,
    scheduleIds: step.schedule_ids,
  })),
  repeats: policy?.repeat_count ?? 0,
  repeatAfter: String(policy?.repeat_after_minutes ?? DEFAULT_REPEAT_AFTER),
})

/** An invalid number is sent as entered, so that the server names the field. */
export const toPolicyBody = ({ name, steps, repeats, repeatAfter }: PolicyDraft) => ({
  name,
  steps: steps.map(({ minutes, targetIds, scheduleIds }) => ({
    after_minutes: parseNumber(minutes) as number,
    target_ids: [...targetIds],
    schedule_ids: [...scheduleIds],
  })),
  repeat_count: repeats,
  // The field is hidden without repeats, so that its error would be invisible
  ...(repeats > 0 && { repeat_after_minutes: parseNumber(repeatAfter) as number }),
})

type Steps = readonly StepDraft[]

export function addStep(steps: Steps): StepDraft[] {
  const last = Number(steps.at(-1)?.minutes) || 0
  const key = Math.max(-1, ...steps.map((step) => step.key)) + 1
  return [
    ...steps,
    { key, minutes: String(steps.length === 0 ? 0 : last + STEP_MINUTES), targetIds: [], scheduleIds: [] },
  ]
}

/** The step that becomes the first is sent at once. */
export const removeStep = (steps: Steps, index: number): StepDraft[] =>
  steps.filter((_, at) => at !== index).map((step, at) => (at === 0 ? { ...step, minutes: '0' } : step))

/** Exchanges a step with its neighbour. The times stay in place, since they must increase. */
export function moveStep(steps: Steps, index: number, by: -1 | 1): StepDraft[] {
  const moved = [...steps]
  const [one, other] = [steps[index], steps[index + by]]
  if (!one || !other) return moved
  moved[index] = { ...other, minutes: one.minutes }
  moved[index + by] = { ...one, minutes: other.minutes }
  return moved
}

export const changeStep = (steps: Steps, index: number, change: Partial<StepDraft>): StepDraft[] =>
  steps.map((step, at) => (at === index ? { ...step, ...change } : step))
