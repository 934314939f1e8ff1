/**
 * Limits of event streams per organization and user on one server. An organization may open as many streams as are
 * still free. Its share therefore shrinks as the server fills: one organization reaches half of the streams, two reach
 * a third each. A new organization always finds a free stream.
 */
export const MAX_STREAMS = 1_000
export const MAX_STREAMS_PER_USER = 20

/** Share of the free streams that one user may open. */
const USER_SHARE = 1 / 10

interface OpenStreams {
  all: number
  inOrganization: number
  ofUser: number
}

/** `user` and `organization`: the share of the user or organization is used up; `server`: no stream is left. */
type StreamRefusal = 'user' | 'organization' | 'server'

/** @returns null when one more stream is allowed */
export function refuseStream({ all, inOrganization, ofUser }: OpenStreams): StreamRefusal | null {
  const free = MAX_STREAMS - all
  if (free <= 0) return 'server'
  if (ofUser >= Math.min(MAX_STREAMS_PER_USER, Math.max(1, Math.floor(free * USER_SHARE)))) return 'user'
  return inOrganization >= free ? 'organization' : null
}
