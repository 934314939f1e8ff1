/** Who did what, as people read it later: one entry per thing that was made, changed or taken away. */

/** What was done, `<resource>.<past tense>`: `monitor.created`, `member.role_changed`. */
export type AuditAction = `${string}.${string}`

/** By field of the API, what it was and what it is. A secret is told to have changed, never shown. */
export type AuditChanges = Record<string, { from?: unknown; to?: unknown }>

export interface AuditEntry {
  action: AuditAction
  /** `monitor`, `api_key`: as in the action. */
  resourceType: string
  resourceId: string
  changes?: AuditChanges
}

/** What stands for a value that nobody is to read. */
const MASKED = '***'

/**
 * The fields in which two representations of one thing differ.
 *
 * @param secret fields whose values are not to be read
 */
export function compareFields(before: object, after: object, secret: readonly string[] = []): AuditChanges {
  const [old, fresh] = [before as Record<string, unknown>, after as Record<string, unknown>]
  const changes: AuditChanges = {}
  for (const field of new Set([...Object.keys(old), ...Object.keys(fresh)])) {
    const [from, to] = [old[field], fresh[field]]
    if (JSON.stringify(from) === JSON.stringify(to)) continue
    changes[field] = secret.includes(field) ? { from: hideValue(from), to: hideValue(to) } : { from, to }
  }
  return changes
}

const hideValue = (value: unknown): unknown => (value === undefined || value === null ? value : MASKED)
