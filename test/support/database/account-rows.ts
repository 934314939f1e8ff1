/** Reads and changes of stored organizations and members, for tests. */
import type { Role } from '../../../src/core/accounts/access.ts'
import type { PlanName } from '../../../src/core/accounts/plan.ts'
import { type Db, deleteRows, type Filter, insertRows, type Row, readRows, updateRows } from './tables.ts'

/** Puts every organization on this plan. */
export const setPlan = (db: Db, plan: PlanName): Promise<void> => updateRows(db, 'organizations', { plan })

export const insertMember = (
  db: Db,
  member: Pick<Row<'members'>, 'id' | 'organization_id' | 'user_id'> & { role: Role; joined_at?: number },
): Promise<void> => insertRows(db, 'members', { joined_at: 0, last_active_at: null, ...member })

/** Removes a user from every organization. */
export const removeMember = (db: Db, userId: string): Promise<void> => deleteRows(db, 'members', { user_id: userId })

/** @param userId all members when absent */
export const setRole = (db: Db, role: Role, userId?: string): Promise<void> =>
  updateRows(db, 'members', { role }, userId === undefined ? {} : { user_id: userId })

/** Extends every session until then. */
export const extendSessions = (db: Db, until: number): Promise<void> =>
  updateRows(db, 'sessions', { expires_at: until })

/** Entries of the audit log, oldest first. */
export const listAuditEntries = (db: Db, filter: Filter<'audit_log'> = {}): Promise<Row<'audit_log'>[]> =>
  readRows(db, 'audit_log', filter, ['created_at', 'id'])
