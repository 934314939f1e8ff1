/** Changes of the steps in the form of an escalation policy. Pure. */

import { parseNumber } from '../../../parts/forms/schema-form/draft.ts'
import type { EscalationPolicy } from '../../../parts/platform/queries.ts'

type Step = EscalationPolicy['steps'][number]

/** A step as the form holds it: its minutes are a text while they are edited. */
export type StepDraft = Omit<Step, 'after_minutes'> & { after_minutes: number | string }

/** Minutes between the last step and a new step. */
const STEP_MINUTES = 10

type Steps = readonly StepDraft[]

export function addStep(steps: Steps): StepDraft[] {
  const last = Number(parseNumber(String(steps.at(-1)?.after_minutes))) || 0
  const minutes = steps.length === 0 ? 0 : last + STEP_MINUTES
  return [...steps, { after_minutes: minutes, target_ids: [], schedule_ids: [], user_ids: [] }]
}

/** The step that becomes the first is sent at once. */
export const removeStep = (steps: Steps, index: number): StepDraft[] =>
  steps.filter((_, at) => at !== index).map((step, at) => (at === 0 ? { ...step, after_minutes: 0 } : step))

/** Exchanges a step with its neighbour. The times stay in place, since they must increase. */
export function moveStep(steps: Steps, index: number, by: -1 | 1): StepDraft[] {
  const moved = [...steps]
  const [one, other] = [steps[index], steps[index + by]]
  if (!one || !other) return moved
  moved[index] = { ...other, after_minutes: one.after_minutes }
  moved[index + by] = { ...one, after_minutes: other.after_minutes }
  return moved
}
