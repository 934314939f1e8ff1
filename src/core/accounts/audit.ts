/** The audit log: one entry per resource that a user created, changed or deleted. */
import type { Static, TObject } from 'typebox'
import type { ResourceFields } from '../platform/fields/resource.ts'

/** Action of the entry, `<resource>.<past tense>`: `monitor.created`, `member.role_changed`. */
export type AuditAction = `${string}.${string}`

/** Values before and after, by API field. A secret is listed as changed; its value is never shown. */
export type AuditChanges = Record<string, { from?: unknown; to?: unknown }>

export interface AuditEntry {
  action: AuditAction
  /** `monitor`, `api_key`: the same word as in the action. */
  resourceType: string
  resourceId: string
  changes?: AuditChanges
}

/** Replaces a value that no reader may see. */
const MASKED = '***'

/**
 * Returns the fields in which two representations of one resource differ.
 *
 * @param secret fields whose values are masked
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

/**
 * Returns the fields in which two versions of a resource differ.
 *
 * @param before null at creation
 * @param after null at deletion
 */
export const compareVersions = <T extends TObject>(
  { toAudited, secrets }: ResourceFields<T>,
  before: object | null,
  after: object | null,
): AuditChanges =>
  compareFields(before ? toAudited(before as Static<T>) : {}, after ? toAudited(after as Static<T>) : {}, secrets)

const hideValue = (value: unknown): unknown => (value === undefined || value === null ? value : MASKED)
