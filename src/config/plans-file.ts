/** Reads plan limits from a JSON file, with the API's field names: `{ "free": { "active_monitors": 1000, "groups": null } }`. */
import { DEFAULT_PLANS, PLANS, type PlanLimits, type PlanName, type Plans } from '../core/accounts/plan.ts'

/**
 * Returns the plans with the overrides of the file; other limits stay. Reports all mistakes to `report`. The plan
 * `unlimited` keeps data as long as `scale`, unless the file states its own periods. Therefore no data is deleted when an
 * organization with extended periods changes from `scale` to `unlimited`.
 */
export function applyPlans(json: string, report: (mistake: string) => void): Plans {
  const plans = structuredClone(DEFAULT_PLANS)
  const file = parseObject(json)
  if (!file) {
    report('is not a JSON object')
    return plans
  }
  const { scale, ...others } = file
  if (scale !== undefined) applyLimits(plans, 'scale', scale, report)
  const { rawResultDays, rollupDays } = plans.scale
  Object.assign(plans.unlimited, { rawResultDays, rollupDays })
  for (const [name, limits] of Object.entries(others)) {
    const plan = PLANS.find((known) => known === name)
    if (!plan) report(`"${name}" is not a plan; plans are ${PLANS.join(', ')}`)
    else applyLimits(plans, plan, limits, report)
  }
  return plans
}

function parseObject(json: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(json)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function applyLimits(plans: Plans, plan: PlanName, limits: unknown, report: (mistake: string) => void): void {
  if (!isObject(limits)) {
    report(`"${plan}" is not an object`)
    return
  }
  for (const [key, value] of Object.entries(limits)) {
    const cell = CELLS.get(key)
    const mistake = cell ? refuseCell(cell, value) : `is not a limit; limits are ${[...CELLS.keys()].join(', ')}`
    if (mistake) report(`"${plan}.${key}" ${mistake}`)
    else Object.assign(plans[plan], { [cell!]: value ?? Number.POSITIVE_INFINITY })
  }
}

function refuseCell(cell: keyof PlanLimits, value: unknown): string | null {
  if (typeof DEFAULT_PLANS.free[cell] === 'boolean') return typeof value === 'boolean' ? null : 'must be true or false'
  const minimum = cell === 'minIntervalSeconds' ? MIN_INTERVAL_SECONDS : 0
  const isCount = !Number.isFinite(DEFAULT_PLANS.unlimited[cell])
  if ((isCount && value === null) || (Number.isSafeInteger(value) && (value as number) >= minimum)) return null
  return `must be a whole number of at least ${minimum}${isCount ? ', or null for no limit' : ''}`
}

/** The shortest check interval of any plan. */
const MIN_INTERVAL_SECONDS = 30

const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const CELLS = new Map(Object.keys(DEFAULT_PLANS.free).map((cell) => [toSnakeCase(cell), cell as keyof PlanLimits]))
