/**
 * The protocol of remote probes (`docs/probe-protocol.md`). It is not part of the documented API, because it changes
 * with the program and needs a probe token. A probe polls continuously, so the rate limit never refuses its requests.
 * Unknown tokens are limited.
 */
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../core/platform/errors.ts'
import { MINUTE_MS } from '../../core/platform/time/time.ts'
import { type AssignmentsRequest, type CheckResult, UnregisteredError } from '../../core/probes/protocol.ts'
import { hashSha256 } from '../../services/platform/credentials/tokens.ts'
import { NameLookups } from '../../services/platform/limits/name-lookups.ts'
import { createSeal } from '../../services/platform/sealing/seal.ts'
import { completeOrder } from '../../services/probes/probe-orders.ts'
import { verifyProbeToken } from '../../services/probes/probe-tokens.ts'
import { checkSession, closeProbeSession, recordProbeHeartbeat } from '../../services/probes/probes.ts'
import {
  getTokenRegion,
  pullRemoteAssignments,
  recordRemoteResults,
  registerRemoteProbe,
} from '../../services/probes/remote-probe.ts'
import type { ProbeToken } from '../../store/probes/probe-tokens.ts'
import type { Probe } from '../../store/probes/probes.ts'
import { POLLED } from '../platform/access.ts'
import type { Api } from '../platform/api.ts'
import { toEnvelope } from '../platform/envelope.ts'
import { readJson } from '../platform/http/body.ts'
import type { Resource } from '../platform/resource.ts'
import { Leave, OrderReport, Pull, Push, Register } from './probe-schemas.ts'

/** Bytes of 500 results with all optional parts, as sent and after decompression. */
export const PROBE_BODY_LIMIT = 8 * 1024 * 1024
const UNPACKED_LIMIT = 32 * 1024 * 1024

/** Entries of all lists and objects in one body: 500 results with certificates and DNS answers. */
const MAX_VALUES = 1_000_000

/** Wrong tokens per address in 15 minutes. */
const MAX_GUESSES = 100

/** How long a wrong token is refused without a lookup, because a probe with a revoked token keeps polling. */
const UNKNOWN_TOKEN_CACHE_MS = MINUTE_MS

const unpack = promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip)

declare module 'fastify' {
  interface FastifyRequest {
    /** Token and probe of the request; set on probe routes. */
    probeToken?: ProbeToken
    probe?: Probe
  }
}

const createRouteOptions = (body: object) => ({
  config: { access: POLLED, compressed: true } as const,
  schema: { hide: true, body },
})

const withLongPoll = <R extends { config: object }>(one: R) => ({
  ...one,
  config: { ...one.config, isLongPoll: true } as const,
})

export const registerProbeRoutes: Resource = (api, { context, config, limits, awaitAssignments }) => {
  const seal = createSeal(config.secret, 'probe order')
  const lookups = new NameLookups({
    limiter: limits.limiter('probe token', MAX_GUESSES),
    label: 'wrong probe tokens',
    elapsed: context.elapsed,
    absentMs: UNKNOWN_TOKEN_CACHE_MS,
  })

  /** @throws Problem INVALID_TOKEN, RATE_LIMIT_EXCEEDED */
  async function authenticateProbe(request: FastifyRequest): Promise<void> {
    const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const token = await lookups.find(hashSha256(given), request.ip, () => verifyProbeToken(context.store.db, given))
    if (!token) {
      throw new Problem(
        'INVALID_TOKEN',
        'The probe token is unknown or was revoked; create one with "watchkeeper probe-token REGION"',
      )
    }
    request.probeToken = token
  }

  /**
   * Loads the probe of the session. Every message except the registration has a session, which belongs to the token.
   *
   * @throws UnregisteredError
   */
  async function loadProbeSession(request: FastifyRequest): Promise<void> {
    const { session } = request.body as { session?: string }
    if (session !== undefined) request.probe = await checkSession(context, session, request.probeToken!.id)
  }

  api.register(async (plain) => {
    const scope = plain as Api
    readPackedBodies(scope)
    scope.addHook('onRequest', (_request, reply, done) => {
      reply.header('cache-control', 'no-store')
      done()
    })
    scope.addHook('onRequest', authenticateProbe)
    scope.addHook('preHandler', loadProbeSession)
    scope.setErrorHandler(async (error, request, reply) => handleProbeError(api, error, request, reply))

    scope.post('/api/probe/register', createRouteOptions(Register), async ({ body, probeToken, ip }) => {
      const { hello } = body as { hello: Parameters<typeof registerRemoteProbe>[2] }
      const { region, ...welcome } = await registerRemoteProbe(context, probeToken!, hello, ip)
      return toEnvelope({ ...welcome, region: { code: region.code, name: region.name } })
    })

    scope.post('/api/probe/pull', withLongPoll(createRouteOptions(Pull)), async (poll) => {
      const { body, probe, probeToken } = poll
      const { session, request, wait_ms } = body as { session: string; request: AssignmentsRequest; wait_ms: number }
      await recordProbeHeartbeat(context, session, probe!, request)
      const { code } = await getTokenRegion(context, probeToken!)
      let pulls = 0
      const pullChanges = async (pullRequest: AssignmentsRequest) => {
        // The revocation of the token wakes the poll
        if (pulls++ > 0) await authenticateProbe(poll)
        return pullRemoteAssignments(context, seal, { regionCode: code, probe: probe! }, pullRequest)
      }
      const answer = await awaitAssignments(pullChanges, request, wait_ms)
      return toEnvelope({ ...answer, now: context.now() })
    })

    scope.post('/api/probe/push', createRouteOptions(Push), async ({ body, probe }) => {
      const { results } = body as { results: CheckResult[] }
      await recordRemoteResults(context, probe!, results)
      return toEnvelope({ now: context.now() })
    })

    scope.post('/api/probe/orders/:id', createRouteOptions(OrderReport), async ({ body, params, probe }) => {
      const { result, failure } = body as { result?: CheckResult; failure?: string }
      const outcome = result ? { result } : { failure: failure ?? 'the probe gave no reason' }
      await completeOrder(context, probe!.id, (params as { id: string }).id, outcome)
      return toEnvelope({ now: context.now() })
    })

    scope.post('/api/probe/leave', createRouteOptions(Leave), async ({ body }) => {
      await closeProbeSession(context, (body as { session: string }).session)
      return toEnvelope({ now: context.now() })
    })
  })
}

/** Reports an invalid session as a conflict; the probe then registers again. */
function handleProbeError(api: Api, error: unknown, request: FastifyRequest, reply: FastifyReply): unknown {
  const problem = error instanceof UnregisteredError ? new Problem('CONFLICT', error.message) : error
  return api.errorHandler(problem as Error & { code: string }, request, reply)
}

/** Accepts plain and gzipped bodies. */
function readPackedBodies(scope: Api): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: PROBE_BODY_LIMIT },
    async ({ headers }: FastifyRequest, bytes: Buffer) =>
      readJson(headers['content-encoding'] === 'gzip' ? await unpackBody(bytes) : bytes, { mostValues: MAX_VALUES }),
  )
}

async function unpackBody(bytes: Buffer): Promise<Buffer> {
  try {
    return await unpack(bytes, { maxOutputLength: UNPACKED_LIMIT })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new Problem('PAYLOAD_TOO_LARGE', `The body is larger than ${UNPACKED_LIMIT} bytes when decompressed`)
    throw new Problem('VALIDATION_ERROR', 'The body is truncated and cannot be decompressed')
  }
}
