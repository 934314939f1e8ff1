import { api } from '../api/client.ts'
import { unfollow } from '../api/events.ts'
import { queryClient } from '../api/query-client.ts'
import { COOKIE_HEADER, leave } from '../api/session.ts'

/** Ends the session here and at the server. Without the server the cookie stays, but nobody here uses it. */
export async function signOut(): Promise<void> {
  await api.POST('/api/auth/logout', { headers: COOKIE_HEADER, body: {} }).catch(() => {})
  unfollow()
  leave()
  queryClient.clear()
}
