/** The reach of a request. */
import type { Actor } from '../../core/accounts/access.ts'

/** Who acts, and in which project. */
export interface MonitorScope {
  actor: Actor
  projectId: string
}
