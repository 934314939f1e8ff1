/** Queue of messages for the toast region. */

/** Reverts a change. Rejects when the server refuses. */
export interface Undo {
  (): Promise<unknown>
  /** Subjects that it changes: `status <monitor id>`. Absent: the page and the title of the message are the subject. */
  subjects?: readonly string[]
}

/** @param prefix the kind of change, so that different changes of the same resource stay apart */
export const toUndo = (prefix: string, ids: readonly string[], run: () => Promise<unknown>): Undo =>
  Object.assign(run, { subjects: ids.map((id) => `${prefix} ${id}`) })

/** The step that usually follows. */
export interface NextStep {
  label: string
  run: () => void
}

export interface Message {
  title: string
  description?: string | undefined
  undo?: Undo | undefined
  next?: NextStep | undefined
  /** Repeats a failed action. */
  retry?: (() => void) | undefined
  isFailure: boolean
  /** Project that the buttons send to. They are hidden in another project. Absent: the buttons are independent of it. */
  projectId?: string | null
}

export const isOfProject = ({ projectId }: Pick<Message, 'projectId'>, current: string | null): boolean =>
  projectId === undefined || projectId === current

let pending: readonly Message[] = []
let hasHadMessages = false
const listeners = new Set<() => void>()

/** Returns whether there was a message since the page was opened. */
export const hasMessages = (): boolean => hasHadMessages

export function onMessage(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Messages that the region has not taken yet. */
export const getPending = (): readonly Message[] => pending

export function dropMessage(message: Message): void {
  pending = pending.filter((one) => one !== message)
  for (const listener of listeners) listener()
}

/** Takes all pending messages out of the queue. */
export function takeMessages(): readonly Message[] {
  const taken = pending
  pending = []
  return taken
}

export function showMessage(message: Message): void {
  // A repeated failure replaces the earlier message about it
  const isOlder = ({ title, isFailure }: Message) => isFailure && message.isFailure && title === message.title
  pending = [...pending.filter((one) => !isOlder(one)), message]
  hasHadMessages = true
  for (const listener of listeners) listener()
}
