/** Scope of a request. */
import type { Actor } from '../../core/accounts/access.ts'

/** The actor and the project of a request. */
export interface MonitorScope {
  actor: Actor
  projectId: string
}
