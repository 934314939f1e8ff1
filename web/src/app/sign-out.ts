import { api, getData } from '../api/client.ts'
import { closeStream } from '../api/events.ts'
import { stopAsking } from '../api/pending-writes.ts'
import { isSessionEnd, toProblem } from '../api/problem.ts'
import { COOKIE_HEADER, clearSession } from '../api/session.ts'
import { useText } from '../text/text.tsx'
import { useAction } from './use-action.ts'

/**
 * Returns a function that ends the session at the server, then here. Without an answer the user stays signed in, and a
 * message offers to try again. Otherwise the session would continue in the cookie of the browser.
 */
export function useSignOut(): () => void {
  const { shell } = useText()
  const { run } = useAction()
  return () => run({ name: shell.signOut, send: signOut })
}

async function signOut(): Promise<void> {
  try {
    await getData(api.POST('/api/auth/logout', { headers: COOKIE_HEADER, body: {} }))
  } catch (error) {
    if (!isSessionEnd(toProblem(error))) throw error
  }
  closeSession()
}

/** Leaves a session that the server has ended. The page is reloaded so that no data stays in memory. */
export function closeSession(): void {
  closeStream()
  clearSession()
  dropDrafts()
  stopAsking()
  location.replace('/login')
}

/** Removes unsaved input of forms, which the next user of the browser must not find; see `parts/forms/drafts`. */
function dropDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith('wk-draft ')) localStorage.removeItem(key)
  } catch {
    // The browser blocks storage: nothing is stored
  }
}
