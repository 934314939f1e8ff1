import { api } from '../api/client.ts'
import { closeStream } from '../api/events.ts'
import { COOKIE_HEADER, clearSession } from '../api/session.ts'

/**
 * Ends the session here and at the server, then reloads the page so that no data stays in memory. If the server is
 * unreachable, the cookie remains but this page no longer uses it.
 */
export async function signOut(): Promise<void> {
  await api.POST('/api/auth/logout', { headers: COOKIE_HEADER, body: {} }).catch(() => {})
  closeStream()
  clearSession()
  dropDrafts()
  location.replace('/login')
}

/** Removes unsaved input of forms, which the next user of the browser must not find; see `parts/drafts`. */
function dropDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith('wk-draft ')) localStorage.removeItem(key)
  } catch {
    // The browser blocks storage: nothing is stored
  }
}
