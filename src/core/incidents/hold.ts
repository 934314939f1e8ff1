/**
 * Holds: reasons why messages about an incident wait. The reasons are listed in `services/incidents/holds/index.ts`, and
 * docs/architecture/notifications.md states what each of them holds.
 */
import { MINUTE_MS } from '../platform/time/time.ts'

/** Names of the reasons, as the API shows them. */
export const HOLD_NAMES = ['snoozed', 'paused', 'silenced', 'dependency_down', 'maintenance', 'flapping'] as const
export type HoldName = (typeof HOLD_NAMES)[number]

/**
 * Interval between reviews of a message that waits for the end of a hold. Known ends make holds due at once, so this
 * interval only finds ends that were missed between two servers.
 */
export const HOLD_REVIEW_MS = MINUTE_MS
