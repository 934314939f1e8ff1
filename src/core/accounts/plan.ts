/** Limits of an organization's plan. The numbers are data: `WK_PLANS_FILE` overrides any of them. */

import { Problem } from '../platform/errors.ts'

export const PLANS = ['free', 'pro', 'scale', 'unlimited'] as const
export type PlanName = (typeof PLANS)[number]

/** Plan of the first organization of an instance, which belongs to its operator. */
export const FIRST_PLAN: PlanName = 'unlimited'

/** A count without a limit is `Infinity`. */
export interface PlanLimits {
  activeMonitors: number
  minIntervalSeconds: number
  pinnedLocations: boolean
  sslMonitoring: boolean
  domainMonitoring: boolean
  dnsMonitoring: boolean
  heartbeatMonitoring: boolean
  slowResponseAlerts: boolean
  projects: number
  groups: number
  apiKeys: number
  statusPages: number
  members: number
  notificationTargets: number
  rawResultDays: number
  rollupDays: number
}

export type Plans = Record<PlanName, PlanLimits>

const EVERYTHING = {
  pinnedLocations: true,
  sslMonitoring: true,
  domainMonitoring: true,
  dnsMonitoring: true,
  heartbeatMonitoring: true,
  slowResponseAlerts: true,
}

export const DEFAULT_PLANS: Plans = {
  free: {
    activeMonitors: 50,
    minIntervalSeconds: 300,
    pinnedLocations: false,
    sslMonitoring: false,
    domainMonitoring: false,
    dnsMonitoring: false,
    heartbeatMonitoring: false,
    slowResponseAlerts: false,
    projects: 1,
    groups: 10,
    apiKeys: 3,
    statusPages: 1,
    members: 3,
    notificationTargets: 5,
    rawResultDays: 14,
    rollupDays: 365,
  },
  pro: {
    ...EVERYTHING,
    activeMonitors: 100,
    minIntervalSeconds: 60,
    projects: 10,
    groups: 100,
    apiKeys: 20,
    statusPages: 10,
    members: 20,
    notificationTargets: 50,
    rawResultDays: 60,
    rollupDays: 730,
  },
  scale: {
    ...EVERYTHING,
    activeMonitors: 500,
    minIntervalSeconds: 60,
    projects: 50,
    groups: 500,
    apiKeys: 100,
    statusPages: 50,
    members: 200,
    notificationTargets: 200,
    rawResultDays: 120,
    rollupDays: 1825,
  },
  unlimited: {
    ...EVERYTHING,
    activeMonitors: Number.POSITIVE_INFINITY,
    minIntervalSeconds: 30,
    projects: Number.POSITIVE_INFINITY,
    groups: Number.POSITIVE_INFINITY,
    apiKeys: Number.POSITIVE_INFINITY,
    statusPages: Number.POSITIVE_INFINITY,
    members: Number.POSITIVE_INFINITY,
    notificationTargets: Number.POSITIVE_INFINITY,
    rawResultDays: 120,
    rollupDays: 1825,
  },
}

/** Counts that a plan limits, with their names in messages. */
const COUNTED = {
  projects: { limit: 'projects', label: 'projects' },
  groups: { limit: 'groups', label: 'groups' },
  apiKeys: { limit: 'apiKeys', label: 'API keys' },
  statusPages: { limit: 'statusPages', label: 'status pages' },
  notificationTargets: { limit: 'notificationTargets', label: 'notification targets' },
  members: { limit: 'members', label: 'members' },
  membersAndInvitations: { limit: 'members', label: 'members and open invitations' },
} as const satisfies Record<string, { limit: keyof PlanLimits; label: string }>

/** @throws Problem PLAN_LIMIT_REACHED when `used` has reached the limit */
export function checkPlanLimit(
  { plans }: { plans: Plans },
  plan: string,
  counted: keyof typeof COUNTED,
  used: number,
): void {
  const { limit, label } = COUNTED[counted]
  const max = plans[plan as PlanName][limit]
  if (used < max) return
  throw new Problem('PLAN_LIMIT_REACHED', `The ${plan} plan has reached its limit: ${used} of ${max} ${label}`, {
    plan,
    limit: max,
    used,
  })
}
