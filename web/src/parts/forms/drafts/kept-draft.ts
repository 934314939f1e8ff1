/** Unsaved input of a form as the browser keeps it. Pure. */
import { isSame } from '../schema-form/draft.ts'

/** Prefix of the storage keys; `app/sign-out.ts` removes all of them. */
const PREFIX = 'wk-draft'

/** Older drafts are not offered again, ms. */
const MAX_AGE_MS = 7 * 24 * 3_600_000

export interface KeptDraft {
  /** Type of the resource, for a form whose fields depend on it. */
  variant: string | null
  /** Values at the start of the form, to find the changes of the user. */
  base: unknown
  /** Values as typed, without secrets. */
  value: unknown
  /** Whether secrets were left out. */
  isPartial: boolean
  /** Whether the user closed the form and did not merely reload the page. */
  isClosed: boolean
  /** Unix ms. */
  savedAt: number
}

/** The key names user and project, so that no draft appears in another account. */
export const toDraftKey = (userId: string, projectId: string, form: string): string =>
  [PREFIX, userId, projectId, form].join(' ')

/** Returns the keys of drafts that belong to other users. */
export const listForeignKeys = (keys: readonly string[], userId: string): string[] =>
  keys.filter((key) => key.startsWith(`${PREFIX} `) && !key.startsWith(`${PREFIX} ${userId} `))

/** @returns null for anything that is not a recent draft */
export function parseKept(text: string | null, now: number): KeptDraft | null {
  try {
    const kept = JSON.parse(text ?? 'null') as KeptDraft | null
    return kept && now - kept.savedAt < MAX_AGE_MS ? kept : null
  } catch {
    return null
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Applies the user's changes to fresh values. Fields that the user did not change keep their fresh values, so a restored
 * draft reverts no change that another user saved in the meantime.
 */
export function applyChanges<T>(base: unknown, kept: unknown, fresh: T): T {
  if (isSame(base, kept)) return fresh
  if (isObject(base) && isObject(kept) && isObject(fresh)) {
    const entries = Object.entries(fresh).map(([name, value]) => [name, applyChanges(base[name], kept[name], value)])
    return Object.fromEntries(entries) as T
  }
  return isLike(kept, fresh) ? (kept as T) : fresh
}

/** Whether a value fits the field after an update of the dashboard. A number may be text while it is typed. */
const isLike = (kept: unknown, fresh: unknown): boolean =>
  kept == null || fresh == null || (Array.isArray(kept) === Array.isArray(fresh) && isObject(kept) === isObject(fresh))
