import { useEffect, useState } from 'react'

/** The token of a link from a mail. It leaves the address bar at once: it belongs into no history and no screenshot. */
export function useLinkToken(): string {
  const [token] = useState(() => new URLSearchParams(location.search).get('token') ?? '')
  useEffect(() => {
    if (location.search !== '') history.replaceState(history.state, '', location.pathname)
  }, [])
  return token
}
