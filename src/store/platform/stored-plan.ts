/**
 * The plan of an organization. During an upgrade, programs without the plan `unlimited` can run on the same database.
 * They find the plan `scale`, which has the same features. The flag `is_unlimited` turns it into `unlimited`.
 */
import { type RawBuilder, sql } from 'kysely'

const isUnlimited = (table: string): string => `${table}.is_unlimited = 1 and ${table}.plan = 'scale'`

/** SQL expression of the plan, for the table `organizations` or its alias. */
export const formatPlan = (table: string): string =>
  `case when ${isUnlimited(table)} then 'unlimited' else ${table}.plan end`

export const selectPlan = (table: string): RawBuilder<string> => sql<string>`${sql.raw(formatPlan(table))}`

export const toStoredPlan = (plan: string): { plan: string; is_unlimited: 0 | 1 } =>
  plan === 'unlimited' ? { plan: 'scale', is_unlimited: 1 } : { plan, is_unlimited: 0 }
