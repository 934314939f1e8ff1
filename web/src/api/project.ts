/** The selected project. The browser stores it per organization; it is not a secret. */
import { useSyncExternalStore } from 'react'

const KEY = 'wk-project'

let projectId: string | null = null
const listeners = new Set<() => void>()

export const getProjectId = (): string | null => projectId

/**
 * Header for the requests of one action. They all go to the project in which it began, even if the user switches to another
 * before the last one.
 */
export const getProjectHeader = (): { 'x-project-id'?: string } =>
  projectId === null ? {} : { 'x-project-id': projectId }

export const useProjectId = (): string | null =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, getProjectId)

export function selectProjectId(id: string | null): void {
  if (id === projectId) return
  projectId = id
  for (const listener of listeners) listener()
  try {
    if (id !== null) localStorage.setItem(KEY, id)
  } catch {
    // The browser blocks storage: the next visit starts with the default project
  }
}

export function getStoredProjectId(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}
