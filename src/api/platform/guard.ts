/**
 * Authorizes a request before it is read, in the order of the contract: rate limit, credential, read-only key, session
 * only, project, permission. Unknown routes and methods come before all of these.
 */
import { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest, onRequestHookHandler, preHandlerHookHandler } from 'fastify'
import { hasPermission } from '../../core/accounts/access.ts'
import { Problem } from '../../core/platform/errors.ts'
import { type Limiter, RateLimiter, toCountedAddress, type Window } from '../../core/platform/limits/rate-limit.ts'
import { isPromised, type Ready, withReady } from '../../core/platform/ready.ts'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import type { ServiceHosts } from '../../services/platform/service-hosts.ts'
import { findProjectOwner } from '../../store/accounts/projects.ts'
import { type Access, type GuardedAccess, isWrite, requireCredential, requirePermission } from './access.ts'
import {
  type AuthenticateDeps,
  authenticate,
  type Identity,
  PROJECT_HEADER,
  resolvePathProject,
  resolveProjectScope,
} from './authenticate.ts'
import { createUnavailable } from './errors.ts'
import { COMMON_HEADERS, canSendCachedResponse, type FindCached, sendCachedResponse } from './http/headers.ts'

const NO_HEADERS = {}

/** A request that took longer to arrive is authorized again. */
const STALE_AFTER_MS = SECOND_MS

interface GuardDeps extends AuthenticateDeps {
  /** Called with the connection of each request with a valid credential. */
  onSignedIn?: (connection: Socket) => void
  /** Records the host names under which clients reach the service. */
  hosts?: ServiceHosts
}

export interface Guard {
  /** Creates the hook for a route with this access. */
  createGuardHook(access: Access, findCached?: FindCached): onRequestHookHandler
  /**
   * Creates the hook that runs after the whole body has arrived. During a slow upload the caller may have lost the
   * membership, the role or the key.
   */
  createRecheckHook(access: GuardedAccess): preHandlerHookHandler
  /** Adds the headers to a request without a route and counts it. It is never refused by the rate limit. */
  countUnrouted(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Adds headers to a response whose request was not authorized, such as an unreadable request. */
  addMissingHeaders(request: FastifyRequest, reply: FastifyReply): void
  /** Creates the headers of a response to bytes that are not HTTP. */
  createUnreadHeaders(address: string): Record<string, string | number>
  /** Checks whether the caller would still be admitted; used during long responses. */
  isStillAllowed(request: FastifyRequest, access: GuardedAccess): Promise<boolean>
  /** Refuses every request from now on, because the server is shutting down. */
  close(): void
}

/** @param limiter null without a rate limit */
export function createGuard(deps: GuardDeps, limiter: Limiter | null, addCors: AddCorsHeaders | null): Guard {
  let isClosing = false
  /** Only sends headers, so each server counts polled requests separately. */
  const pollLimiter = limiter && new RateLimiter(limiter.limit, deps.now)
  return {
    createGuardHook,
    createRecheckHook,
    countUnrouted,
    addMissingHeaders,
    createUnreadHeaders,
    isStillAllowed,
    close,
  }

  function close(): void {
    isClosing = true
  }

  function createGuardHook(access: Access, findCached?: FindCached): onRequestHookHandler {
    if (!('public' in access)) return (request, reply) => checkAccess(request, reply, access)
    const getCountedName = access.countAs ?? ((request) => toCountedAddress(request.ip))
    return (request, reply, done) => {
      if (findCached && sendFromCache(request, reply, findCached)) return
      addCommonHeaders(request, reply)
      // A response to a write is for one client only, and may contain a token
      if (isWrite(request.method)) reply.header('cache-control', 'no-store')
      const refused = access.isPolled ? countPolled(reply, request) : countRequest(reply, getCountedName(request))
      // A refusal that is available at once continues in the same turn of the event loop
      if (isPromised(refused)) refused.then((problem) => done(problem ?? undefined), done)
      else done(refused ?? undefined)
    }
  }

  /** Returns false when the request takes the usual way. */
  function sendFromCache(request: FastifyRequest, reply: FastifyReply, findCached: FindCached): boolean {
    // Injected requests have no connection, and no response that a head could be stored in
    const isConnected = request.raw.socket instanceof Socket
    const isUsual = isClosing || addCors !== null || !isConnected || !canSendCachedResponse(reply)
    const cached = isUsual ? null : findCached(request)
    if (!cached) return false
    sendCachedResponse(request, reply, cached, countPolledHere(request))
    return true
  }

  async function checkAccess(request: FastifyRequest, reply: FastifyReply, access: GuardedAccess): Promise<void> {
    addCommonHeaders(request, reply)
    reply.header('cache-control', 'no-store')
    const found = await authenticate(request, deps)
    const refused = await countRequest(reply, getCaller(found, request))
    if (refused) throw refused
    if (found instanceof Problem) throw found
    request.actor = found.actor
    deps.onSignedIn?.(request.raw.socket)
    deps.hosts?.recordHost(request.headers.host, found.actor)
    requireCredential(found.actor, access, request.method)
    if (access.scope === 'project')
      request.project = await resolveProjectScope(deps.db, found, request.headers[PROJECT_HEADER])
    if (access.scope === 'path') request.project = await resolvePathProject(deps.db, found.actor, request.params)
    requirePermission(found.actor, access.permission)
    request.authorizedAt = deps.now()
  }

  function createRecheckHook(access: GuardedAccess): preHandlerHookHandler {
    return (request, _reply, done) => {
      if (deps.now() - request.authorizedAt < STALE_AFTER_MS) done()
      else recheckAccess(request, access).then(() => done(), done)
    }
  }

  async function recheckAccess(request: FastifyRequest, access: GuardedAccess): Promise<void> {
    const found = await authenticate(request, deps)
    if (found instanceof Problem) throw found
    request.actor = found.actor
    requirePermission(found.actor, access.permission)
  }

  async function isStillAllowed(request: FastifyRequest, access: GuardedAccess): Promise<boolean> {
    const found = await authenticate(request, deps)
    if (found instanceof Problem || !hasPermission(found.actor, access.permission)) return false
    return (await findProjectOwner(deps.db, request.project.id)) === found.actor.organizationId
  }

  async function countUnrouted(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    addCommonHeaders(request, reply)
    reply.header('cache-control', 'no-store') // a resource may be created at this URL later
    if (limiter) countHere(reply, await findCaller(request))
  }

  /** Never throws, because 404 needs no database. */
  async function findCaller(request: FastifyRequest): Promise<string> {
    try {
      return getCaller(await authenticate(request, deps), request)
    } catch {
      return toCountedAddress(request.ip)
    }
  }

  function addMissingHeaders(request: FastifyRequest, reply: FastifyReply): void {
    if (!reply.hasHeader('x-api-version')) addCommonHeaders(request, reply)
    if (!reply.hasHeader('x-ratelimit-limit')) countHere(reply, toCountedAddress(request.ip))
  }

  function createUnreadHeaders(address: string): Record<string, string | number> {
    return { ...COMMON_HEADERS, ...limiter?.toHeaders(limiter.countLocally(toCountedAddress(address))) }
  }

  function addCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
    reply.headers(COMMON_HEADERS)
    reply.header('x-request-id', request.id)
    addCors?.(request, reply)
  }

  /** Counts the request, and returns a problem if the limit is exceeded. */
  function countRequest(reply: FastifyReply, callerName: string): Ready<Problem | null> {
    if (isClosing) return createUnavailable('The server is shutting down')
    if (!limiter) return null
    return withReady(limiter.count(callerName), (window) => addLimitHeaders(reply, window))
  }

  /** Refuses requests only while the server shuts down, and does not wait for other servers. */
  function countPolled(reply: FastifyReply, request: FastifyRequest): Problem | null {
    if (isClosing) return createUnavailable('The server is shutting down')
    reply.headers(countPolledHere(request))
    return null
  }

  /** Returns the headers of the rate limit. */
  function countPolledHere({ ip }: FastifyRequest): Readonly<Record<string, number>> {
    return pollLimiter ? pollLimiter.toHeaders(pollLimiter.count(toCountedAddress(ip))) : NO_HEADERS
  }

  function addLimitHeaders(reply: FastifyReply, window: Window): Problem | null {
    if (!limiter) return null
    reply.headers(limiter.toHeaders(window))
    return limiter.findRefusal(window, 'requests')
  }

  /** Counts on this server only, because the count refuses no request. */
  function countHere(reply: FastifyReply, callerName: string): void {
    if (limiter && !isClosing) reply.headers(limiter.toHeaders(limiter.countLocally(callerName)))
  }
}

export type AddCorsHeaders = (request: FastifyRequest, reply: FastifyReply) => void

/**
 * Returns the name to count: the user, also for an API key of the user, or the address of an unauthenticated caller.
 */
const getCaller = (found: Identity | Problem, request: FastifyRequest): string =>
  found instanceof Problem ? toCountedAddress(request.ip) : found.actor.userId
