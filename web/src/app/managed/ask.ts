/** Queue of the question before a change of managed resources. The shell shows it. */

/** A resource that a configuration document may describe. */
export interface Managed {
  id: string
  managed_by?: string | undefined
}

export interface Question {
  resources: readonly Managed[]
  onContinue: () => void
}

let question: Question | null = null
const listeners = new Set<() => void>()

export const getQuestion = (): Question | null => question

export function onQuestion(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const isManaged = ({ managed_by: source }: Pick<Managed, 'managed_by'>): boolean => source !== undefined

/** Continues at once when no source manages any of the resources. Otherwise the user is asked first. */
export function runAsking(resources: readonly Managed[], onContinue: () => void): void {
  if (resources.some(isManaged)) setQuestion({ resources, onContinue })
  else onContinue()
}

export function setQuestion(next: Question | null): void {
  question = next
  for (const listener of listeners) listener()
}
