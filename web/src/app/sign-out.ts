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
  location.replace('/login')
}
