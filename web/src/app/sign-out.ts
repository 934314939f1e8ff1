import { api } from '../api/client.ts'
import { closeStream } from '../api/events.ts'
import { COOKIE_HEADER, clearSession } from '../api/session.ts'

/**
 * Ends the session here and at the server, and loads the page anew, so that nothing of what was read stays in memory.
 * Without the server the cookie stays, but nobody here uses it.
 */
export async function signOut(): Promise<void> {
  await api.POST('/api/auth/logout', { headers: COOKIE_HEADER, body: {} }).catch(() => {})
  closeStream()
  clearSession()
  location.replace('/login')
}
