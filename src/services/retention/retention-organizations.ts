/** Retention stages for organizations, projects and accounts. */

import type { PlanName } from '../../core/accounts/plan.ts'
import { computeHorizons, DELETED_RETENTION_MS, toRetentionDays, updateTerms } from '../../core/retention/retention.ts'
import type { Tx } from '../../store/platform/store.ts'
import {
  deleteByIds,
  deleteExpired,
  deleteNotifiedSubjectsOf,
  type ExpiringTable,
  INCIDENT_TABLES,
  listAllIncidents,
  listAuditBefore,
  listDeletedIncidents,
  listGroupChangesBefore,
  listIncidentRows,
  listIncidentsBefore,
  listOrphanDeliveries,
  listRetentionProjects,
  purgeProject,
  type RetentionProject,
} from '../../store/retention/retention-organizations.ts'
import { listOrganizationTerms, saveTerms } from '../../store/retention/retention-run.ts'
import { deleteUnconfirmed } from '../../store/status-pages/subscribers.ts'
import { CONFIRM_WITHIN_MS } from '../status-pages/subscribers.ts'
import type { RetentionStage, RowBudget } from './retention-run.ts'

/** Organizations or projects per step. */
const PAGE_SIZE = 50

/** Incidents per step: each has many entries and deliveries. */
const INCIDENT_BATCH = 50

/** Sessions per step: their tokens are deleted with them. */
const SESSION_BATCH = 20

/** Updates the retention terms of each organization until the next run, and deletes its data outside of projects. */
export const pruneOrganizations: RetentionStage = async (tx, { plans, now }, run, budget) => {
  const page = await listOrganizationTerms(tx, run.cursor, PAGE_SIZE)
  const organizations = page.map(({ id, plan, terms }) => {
    const planned = toRetentionDays(plans[plan as PlanName])
    return { id, terms: updateTerms(terms, planned, now()) }
  })
  await saveTerms(tx, organizations)
  let done = run.cursor
  for (const { id, terms } of organizations) {
    const { audit, rollups } = computeHorizons(terms, run.startsAt)
    const entries = await listAuditBefore(tx, id, audit, budget.left)
    budget.take('audit_log', await deleteByIds(tx, 'audit_log', entries))
    if (budget.left <= 0) return done
    const deliveries = await listOrphanDeliveries(tx, id, rollups, budget.left)
    budget.take('deliveries', await deleteByIds(tx, 'deliveries', deliveries))
    if (budget.left <= 0) return done
    done = id
  }
  return page.length === 0 ? null : done
}

export const pruneProjects: RetentionStage = async (tx, _context, run, budget) => {
  const page = await listRetentionProjects(tx, run.cursor, PAGE_SIZE)
  let done = run.cursor
  for (const project of page.projects) {
    if (!(await pruneProject(tx, project, run.startsAt, budget))) return done
    done = project.id
  }
  return page.last
}

/** Returns false when the budget does not suffice. */
async function pruneProject(tx: Tx, { id, deletedAt, rollupDays }: RetentionProject, day: number, budget: RowBudget) {
  const isGone = deletedAt !== null && deletedAt < day - DELETED_RETENTION_MS
  const before = computeHorizons({ rawResultDays: rollupDays, rollupDays }, day).rollups
  const incidents = isGone
    ? await listAllIncidents(tx, id, INCIDENT_BATCH)
    : await listIncidentsBefore(tx, id, before, INCIDENT_BATCH)
  if (!(await deleteIncidents(tx, incidents, budget)) || incidents.length === INCIDENT_BATCH) return false
  if (budget.left <= 0) return false
  const changes = await listGroupChangesBefore(tx, id, isGone ? day : before, budget.left)
  budget.take('group_status_changes', await deleteByIds(tx, 'group_status_changes', changes))
  if (budget.left <= 0) return false
  if (isGone) budget.take('settings of projects', await purgeProject(tx, id))
  return budget.left > 0
}

/**
 * Deletes incidents with all their rows. Returns false when the budget does not suffice; the incidents then stay for
 * now.
 */
async function deleteIncidents(tx: Tx, ids: readonly string[], budget: RowBudget): Promise<boolean> {
  if (ids.length === 0) return true
  for (const table of INCIDENT_TABLES) {
    if (budget.left <= 0) return false
    const rows = await listIncidentRows(tx, table, ids, budget.left)
    budget.take(table, await deleteByIds(tx, table, rows))
  }
  if (budget.left <= 0) return false
  await deleteNotifiedSubjectsOf(tx, ids)
  budget.take('incidents', await deleteByIds(tx, 'incidents', ids))
  return true
}

/** A used refresh token is kept for its possible lifetime, because its reuse reveals a theft. */
const EXPIRING_TABLES: readonly { table: ExpiringTable; afterMs: number; maxRows: number }[] = [
  { table: 'refresh_tokens', afterMs: DELETED_RETENTION_MS, maxRows: Number.POSITIVE_INFINITY },
  { table: 'sessions', afterMs: 0, maxRows: SESSION_BATCH },
  { table: 'password_resets', afterMs: 0, maxRows: Number.POSITIVE_INFINITY },
  { table: 'invitations', afterMs: 0, maxRows: Number.POSITIVE_INFINITY },
]

export const pruneAccounts: RetentionStage = async (tx, _context, { startsAt: day }, budget) => {
  for (const { table, afterMs, maxRows } of EXPIRING_TABLES) {
    const limit = Math.min(budget.left, maxRows)
    const deleted = await deleteExpired(tx, table, day - afterMs, limit)
    budget.take(table, deleted)
    if (deleted === limit) return table
  }
  const limit = budget.left
  const unconfirmed = await deleteUnconfirmed(tx, day - CONFIRM_WITHIN_MS, limit)
  budget.take('status_subscribers', unconfirmed)
  if (unconfirmed === limit) return 'status_subscribers'
  const incidents = await listDeletedIncidents(tx, day - DELETED_RETENTION_MS, INCIDENT_BATCH)
  const isDone = (await deleteIncidents(tx, incidents, budget)) && incidents.length < INCIDENT_BATCH
  return isDone ? null : 'incidents'
}
