/** The stages of the walk that go over organizations, projects and accounts. */

import type { PlanName } from '../../core/accounts/plan.ts'
import { horizonsOf, keptBy, REMAINS_MS, stepTerms } from '../../core/retention/retention.ts'
import type { Tx } from '../../store/platform/store.ts'
import {
  deleteByIds,
  deleteEnded,
  deleteToldOf,
  type Ending,
  forgetProject,
  type KeptProject,
  listAllIncidents,
  listAuditBefore,
  listDeletedIncidents,
  listIncidentsBefore,
  listKeptProjects,
  listLooseDeliveries,
  listOfIncidents,
  OF_INCIDENTS,
} from '../../store/retention/retention-others.ts'
import { listOrganizationTerms, saveTerms } from '../../store/retention/retention-walk.ts'
import { deleteUnconfirmed } from '../../store/status-pages/subscribers.ts'
import { CONFIRM_WITHIN_MS } from '../status-pages/subscribers.ts'
import type { Room, Stage } from './stage.ts'

/** Organizations or projects of one step. */
const PAGE = 50

/** Incidents of one step: each has a train of entries and deliveries. */
const INCIDENTS = 50

/** Sessions of one step: each takes its tokens along. */
const SESSIONS = 20

/** Decides what is kept of each organization until the next walk, and deletes what it has beside its projects. */
export const organizations: Stage = async (tx, { plans, now }, walk, room) => {
  const page = await listOrganizationTerms(tx, walk.after, PAGE)
  const termed = page.map(({ id, plan, terms }) => {
    const wanted = keptBy(plans[plan as PlanName])
    return { id, terms: stepTerms(terms, wanted, now()) }
  })
  await saveTerms(tx, termed)
  let done = walk.after
  for (const { id, terms } of termed) {
    const { audit, rollups } = horizonsOf(terms, walk.day)
    const entries = await listAuditBefore(tx, id, audit, room.left)
    room.take('audit_log', await deleteByIds(tx, 'audit_log', entries))
    if (room.left <= 0) return done
    const deliveries = await listLooseDeliveries(tx, id, rollups, room.left)
    room.take('deliveries', await deleteByIds(tx, 'deliveries', deliveries))
    if (room.left <= 0) return done
    done = id
  }
  return page.length === 0 ? null : done
}

export const projects: Stage = async (tx, _keeping, walk, room) => {
  const page = await listKeptProjects(tx, walk.after, PAGE)
  let done = walk.after
  for (const project of page.projects) {
    if (!(await clearProject(tx, project, walk.day, room))) return done
    done = project.id
  }
  return page.last
}

/** False when there is more to do than there is room. */
async function clearProject(tx: Tx, { id, deletedAt, rollupDays }: KeptProject, day: number, room: Room) {
  const isGone = deletedAt !== null && deletedAt < day - REMAINS_MS
  const before = horizonsOf({ rawResultDays: rollupDays, rollupDays }, day).rollups
  const incidents = isGone
    ? await listAllIncidents(tx, id, INCIDENTS)
    : await listIncidentsBefore(tx, id, before, INCIDENTS)
  if (!(await deleteIncidents(tx, incidents, room)) || incidents.length === INCIDENTS) return false
  if (isGone) room.take('settings of projects', await forgetProject(tx, id))
  return room.left > 0
}

/** With everything that belongs to them. False when that is more than there is room for: then they stay for now. */
async function deleteIncidents(tx: Tx, ids: readonly string[], room: Room): Promise<boolean> {
  if (ids.length === 0) return true
  for (const table of OF_INCIDENTS) {
    if (room.left <= 0) return false
    const rows = await listOfIncidents(tx, table, ids, room.left)
    room.take(table, await deleteByIds(tx, table, rows))
  }
  if (room.left <= 0) return false
  await deleteToldOf(tx, ids)
  room.take('incidents', await deleteByIds(tx, 'incidents', ids))
  return true
}

/** A used token tells that it was stolen for as long as it could have been good. */
const ENDINGS: readonly { table: Ending; afterMs: number; most: number }[] = [
  { table: 'refresh_tokens', afterMs: REMAINS_MS, most: Number.POSITIVE_INFINITY },
  { table: 'sessions', afterMs: 0, most: SESSIONS },
  { table: 'password_resets', afterMs: 0, most: Number.POSITIVE_INFINITY },
  { table: 'invitations', afterMs: 0, most: Number.POSITIVE_INFINITY },
]

export const accounts: Stage = async (tx, _keeping, { day }, room) => {
  for (const { table, afterMs, most } of ENDINGS) {
    const limit = Math.min(room.left, most)
    const deleted = await deleteEnded(tx, table, day - afterMs, limit)
    room.take(table, deleted)
    if (deleted === limit) return table
  }
  const limit = room.left
  const unconfirmed = await deleteUnconfirmed(tx, day - CONFIRM_WITHIN_MS, limit)
  room.take('status_subscribers', unconfirmed)
  if (unconfirmed === limit) return 'status_subscribers'
  const incidents = await listDeletedIncidents(tx, day - REMAINS_MS, INCIDENTS)
  const isDone = (await deleteIncidents(tx, incidents, room)) && incidents.length < INCIDENTS
  return isDone ? null : 'incidents'
}
