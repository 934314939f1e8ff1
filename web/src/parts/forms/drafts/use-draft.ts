import { type SetStateAction, useEffect, useRef, useState } from 'react'
import { getSession } from '../../../api/session.ts'
import { useMe, useProject } from '../../../app/me.ts'
import { isSame } from '../schema-form/draft.ts'
import { applyChanges, type KeptDraft, listForeignKeys, parseKept, toDraftKey } from './kept-draft.ts'

interface Options<T> {
  /** Type of the resource; a draft of another type is not restored. */
  variant?: string | null
  /** Values to begin with instead of a stored draft, such as values entered for another type. */
  entered?: T | undefined
  /** Replaces secrets by their values at the start. */
  hideSecrets?: (start: T, value: T) => T
}

export interface FormDraft<T> {
  value: T
  set: (next: SetStateAction<T>) => void
  isDirty: boolean
  /** Whether unsaved changes of an earlier visit are shown. */
  isRestored: boolean
  /** Whether secrets of that visit are missing. */
  isPartial: boolean
  /** Whether leaving loses input that the browser does not keep. */
  hasUnkept: () => boolean
  discard: () => void
  /** Forgets the draft after a save. A form that stays open continues from the saved values. */
  done: (saved?: T) => void
  /** Changes when all fields must be drawn again. */
  version: number
}

/**
 * Form values that survive leaving, a reload and an expired session. The browser keeps them per user, project and form
 * until they are saved or discarded.
 *
 * @param form name of the form, with the id of an existing resource; null keeps nothing
 * @param first values of a form without changes; read on the first render only
 */
export function useDraft<T>(form: string | null, first: T | (() => T), options: Options<T> = {}): FormDraft<T> {
  const { variant = null, entered, hideSecrets } = options
  const key = useDraftKey(form)
  const [start, setStart] = useState(first)
  const [restored, setRestored] = useState(() => (entered === undefined ? findRestorable(key, variant, start) : null))
  const [value, set] = useState<T>(() => restored?.value ?? entered ?? start)
  const [version, setVersion] = useState(0)
  const isDone = useRef(false)
  const isUnkept = useRef(false)
  const isDirty = !isSame(start, value)

  const keep = (isClosed: boolean) => {
    if (key === null) return
    const safe = hideSecrets ? hideSecrets(start, value) : value
    const hasSecrets = !isSame(safe, value)
    const isPartial = hasSecrets || restored?.isPartial === true
    isUnkept.current = !keepDraft(key, { variant, base: start, value: safe, isPartial, isClosed }) || hasSecrets
  }
  const latest = useRef({ isDirty, keep })
  latest.current = { isDirty, keep }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only changed values are stored
  useEffect(() => {
    if (isDone.current) return
    if (isDirty) keep(false)
    else dropDraft(key)
  }, [value, start, key])
  // Runs when the user closes the form, but not when the page is left or reloaded
  useEffect(() => () => void (latest.current.isDirty && !isDone.current && latest.current.keep(true)), [])

  const restart = (values: T) => {
    dropDraft(key)
    setRestored(null)
    set(values)
    isUnkept.current = false
  }
  return {
    value,
    set,
    isDirty,
    isRestored: restored !== null,
    isPartial: restored?.isPartial ?? false,
    hasUnkept: () => isDirty && isUnkept.current && !isDone.current && getSession().state === 'in',
    discard: () => {
      restart(start)
      setVersion((before) => before + 1)
    },
    done: (saved) => {
      isDone.current = saved === undefined
      if (saved === undefined) return dropDraft(key)
      setStart(() => saved)
      restart(saved)
    },
    version,
  }
}

interface Restorable<T> {
  value: T
  isPartial: boolean
}

/** @returns null if the stored draft changes nothing */
function findRestorable<T>(key: string | null, variant: string | null, start: T): Restorable<T> | null {
  const kept = key === null ? null : findKept(key)
  if (!kept || kept.variant !== variant) return null
  const value = applyChanges(kept.base, kept.value, start)
  return kept.isPartial || !isSame(value, start) ? { value, isPartial: kept.isPartial } : null
}

/** The key stays the same while the form is open, although the project changes before the form closes. */
function useDraftKey(form: string | null): string | null {
  const userId = useMe().user.id
  const { id: projectId } = useProject()
  const [key] = useState(() => {
    dropForeignDrafts(userId)
    return form === null ? null : toDraftKey(userId, projectId, form)
  })
  return key
}

/** Returns the type of an unsaved resource, which determines the form; null if nothing is unsaved. */
export const useKeptVariant = (form: string): string | null => {
  const key = toDraftKey(useMe().user.id, useProject().id, form)
  const [variant] = useState(() => findKept(key)?.variant ?? null)
  return variant
}

/** Returns whether a reload or a new sign-in interrupted the form, so that it opens again by itself. */
export function useIsInterrupted(form: string): boolean {
  const key = toDraftKey(useMe().user.id, useProject().id, form)
  const [isInterrupted] = useState(() => findKept(key)?.isClosed === false)
  return isInterrupted
}

function findKept(key: string): KeptDraft | null {
  try {
    return parseKept(localStorage.getItem(key), Date.now())
  } catch {
    return null // the browser blocks storage
  }
}

/** @returns whether the draft is stored; a browser may block storage, or the storage may be full */
function keepDraft(key: string, draft: Omit<KeptDraft, 'savedAt'>): boolean {
  // After a sign-out in another window, nothing may be stored
  if (getSession().state === 'out') return true
  try {
    localStorage.setItem(key, JSON.stringify({ ...draft, savedAt: Date.now() }))
    return true
  } catch {
    return false
  }
}

function dropDraft(key: string | null): void {
  if (key === null) return
  try {
    localStorage.removeItem(key)
  } catch {
    // The browser blocks storage: nothing is stored
  }
}

/** Removes the drafts of users who used this browser before. */
function dropForeignDrafts(userId: string): void {
  try {
    for (const key of listForeignKeys(Object.keys(localStorage), userId)) localStorage.removeItem(key)
  } catch {
    // The browser blocks storage: nothing is stored
  }
}
