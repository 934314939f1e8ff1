/**
 * How many event streams of a server one organization and one user may hold. An organization may hold as many as are still
 * free for everyone else, so the share shrinks as the server fills: one organization reaches half of the streams, two
 * reach a third each, and a newcomer always finds room.
 */
export const MAX_STREAMS = 1_000
export const MAX_STREAMS_PER_USER = 20

/** A user reaches this part of what is free. */
const USER_SHARE = 1 / 10

interface OpenStreams {
  all: number
  ofOrganization: number
  ofUser: number
}

/** `user` and `organization` name the share that is used up; `server` has no stream left. */
type StreamRefusal = 'user' | 'organization' | 'server'

/** @returns null when one more stream fits */
export function refuseStream({ all, ofOrganization, ofUser }: OpenStreams): StreamRefusal | null {
  const free = MAX_STREAMS - all
  if (free <= 0) return 'server'
  if (ofUser >= Math.min(MAX_STREAMS_PER_USER, Math.max(1, Math.floor(free * USER_SHARE)))) return 'user'
  return ofOrganization >= free ? 'organization' : null
}
