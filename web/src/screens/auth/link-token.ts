import { useEffect, useState } from 'react'

/**
 * Returns the token of a link from an email. The token is removed from the address bar at once, to keep it out of the
 * history and screenshots.
 */
export function useLinkToken(): string {
  const [token] = useState(() => new URLSearchParams(location.search).get('token') ?? '')
  useEffect(() => {
    if (location.search !== '') history.replaceState(history.state, '', location.pathname)
  }, [])
  return token
}
