/** The statuses that a monitor passes through within a turn, one after another, and what each means for incidents. */

import { type Circumstances, stepsOf, type Turn, type TurnStep } from '../incidents/circumstances.ts'
import {
  type FlapState,
  flapAfter,
  flappingMessage,
  lastChangeOf,
  settledBy,
  steadyReason,
} from '../incidents/flapping.ts'
import { CHECKED_FAMILIES, type CheckedFamily } from '../incidents/incident.ts'
import { maintenanceAt } from '../maintenance/maintenance-span.ts'
import type { RuntimeStatus } from '../monitors/monitor.ts'
import type { Judgement } from '../results/state.ts'
import type { ErrorType } from '../results/verdict.ts'

export interface Stage {
  status: RuntimeStatus
  /** Since when there is evidence of it, Unix ms. */
  at: number
  /** When it was found. Whether maintenance holds back an incident goes by this. */
  foundAt: number
  reason: string
  errorType: ErrorType | null
  errorMessage: string | null
  isChange: boolean
  /** The status before it; null when that is the same. */
  from: RuntimeStatus | null
}

/** Of a status that was over again within the step, no more is known than the reason. */
function stagesOf({ changes, judged, causeChanged = false, at }: TurnStep): Stage[] {
  const last = changes.at(-1)
  const passing = changes.slice(0, -1).map(
    (change): Stage => ({
      status: change.to,
      at: change.at,
      foundAt: change.confirmedAt ?? change.at,
      reason: change.reason,
      errorType: null,
      errorMessage: change.reason,
      isChange: true,
      from: change.from,
    }),
  )
  const isChange = last !== undefined || causeChanged
  const reason = last?.reason ?? judged.reason
  const foundAt = last?.confirmedAt ?? last?.at ?? at
  return [...passing, { ...judged, at: last?.at ?? at, foundAt, reason, isChange, from: last?.from ?? null }]
}

export const isSlow = ({ status, errorType }: Pick<Stage, 'status' | 'errorType'>): boolean =>
  status === 'degraded' && errorType === 'slow_response'

/** Whether a monitor that stays degraded goes from slow to partly down, or back; its status does not tell. */
export const changesCause = (before: Judgement, after: Judgement): boolean =>
  before.status === 'degraded' && after.status === 'degraded' && isSlow(before) !== isSlow(after)

/** What a status says about a family: it fails, it is well, or neither can be told. */
export function bearingOf(family: CheckedFamily, stage: Stage): 'failing' | 'well' | 'unclear' {
  if (stage.status === 'up') return 'well'
  if (isSlow(stage)) return family === 'slowness' ? 'failing' : 'well'
  return stage.status === 'down' && family === 'availability' ? 'failing' : 'unclear'
}

/** Kinds of cause that a step opens, or opens again, unless one of them is open. */
export const failingFamilies = (step: TurnStep): CheckedFamily[] =>
  CHECKED_FAMILIES.filter((family) => stagesOf(step).some((stage) => bearingOf(family, stage) === 'failing'))

/** A stage, and whether its monitor is flapping then. */
export interface PlacedStage extends Stage {
  flap: 'no' | 'begins' | 'lasts' | 'ends'
  /** What people are told of that; empty where there is nothing to tell. */
  flapMessage: string
}

/** A step of a turn with its stages. */
export interface StagedStep {
  /** Null when no check is what brings them about. */
  step: TurnStep | null
  stages: PlacedStage[]
}

/**
 * Goes through the stages of a turn. A monitor that was steady long enough before one of them is flapping no longer by
 * then, whether or not somebody saw it; that is a step of its own. A turn without steps asks for nothing but that.
 */
export function placeStages(
  turn: Turn,
  { maintenance, flaps: before, intervalMs }: Circumstances,
): { steps: StagedStep[]; flaps: FlapState } {
  let flaps = before
  const settleAs = (then: Judged, at: number): PlacedStage[] => {
    const steady = steadyStages(flaps, then, at)
    flaps = settledBy(flaps, at)
    return steady
  }
  // Without results a monitor is not stable
  const settle = (was: RuntimeStatus, at: number) => (was === 'unknown' ? [] : settleAs(wasThen(was), at))
  const place = (stage: Stage): PlacedStage => {
    const was = flaps.flapping
    const { from, status: to, at } = stage
    const isPlanned = maintenanceAt(maintenance, at) !== null
    if (from !== null) flaps = flapAfter(flaps, { from, to, at, isPlanned }, intervalMs)
    const is = flaps.flapping
    return {
      ...stage,
      flap: is ? (was ? 'lasts' : 'begins') : 'no',
      flapMessage: is ? flappingMessage(flaps, is, to) : '',
    }
  }
  const steps = stepsOf(turn)
  const staged = steps.flatMap((step): StagedStep[] => {
    const [first, ...others] = stagesOf(step)
    const earlier = first!.from === null ? [] : settle(first!.from, first!.at)
    const stages = [place(first!)]
    for (const stage of others) stages.push(...settle(stage.from!, stage.at), place(stage))
    return [...alone(earlier), { step, stages }]
  })
  if (steps.length === 0) staged.push(...alone(settleAs(turn.judged, turn.at)))
  return { steps: staged, flaps }
}

type Judged = Pick<Stage, 'status' | 'reason' | 'errorType' | 'errorMessage'>

/** Of what a status was about that is over, no more is known. */
const wasThen = (status: RuntimeStatus): Judged => ({ status, reason: status, errorType: null, errorMessage: null })

const alone = (stages: PlacedStage[]): StagedStep[] => (stages.length > 0 ? [{ step: null, stages }] : [])

/** The stage in which a monitor has become steady by `at`, if it has. @param then what it was or is by then */
function steadyStages({ flapping }: FlapState, then: Judged, at: number): PlacedStage[] {
  if (!flapping || flapping.steadyAt > at) return []
  const reason = steadyReason(then.status, flapping)
  const lastChange = lastChangeOf(flapping)
  return [
    {
      ...then,
      at: lastChange,
      foundAt: lastChange,
      reason,
      isChange: false,
      from: null,
      flap: 'ends',
      flapMessage: `The monitor is ${reason}. Alerts are told again as usual.`,
    },
  ]
}
