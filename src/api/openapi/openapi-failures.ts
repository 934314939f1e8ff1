/** Failures of an operation, derived from its access and its schemas. */
import type { ErrorCode } from '../../core/platform/errors.ts'
import { isWrite } from '../platform/access.ts'
import { STATUS } from '../platform/errors.ts'
import type { DeclaredRoute } from '../platform/route-list.ts'
import { COMMON_HEADERS, createFailureSchema, type Json, RETRY_HEADERS } from './openapi-components.ts'

const CREDENTIALS: ErrorCode[] = ['AUTHENTICATION_REQUIRED', 'MISSING_AUTH', 'INVALID_API_KEY', 'INVALID_TOKEN']
const PROJECT: ErrorCode[] = ['VALIDATION_ERROR', 'PROJECT_NOT_FOUND', 'PROJECT_ORGANIZATION_MISMATCH']

/** Lists the error codes of the operation by status, in the order of the list of all codes. */
export function listFailures(route: DeclaredRoute): Map<number, ErrorCode[]> {
  const codes = new Set([...listAccessFailures(route), ...listShapeFailures(route), ...route.errors])
  codes.add(route.failure).add('SERVICE_UNAVAILABLE')
  if (route.isIdempotent) codes.add('IDEMPOTENCY_CONFLICT')
  const inOrder = (Object.keys(STATUS) as ErrorCode[]).filter((code) => codes.has(code))
  const byStatus = Map.groupBy(inOrder, (code) => STATUS[code])
  return new Map([...byStatus].sort(([a], [b]) => a - b))
}

function listAccessFailures({ access, method }: DeclaredRoute): ErrorCode[] {
  if ('public' in access) return access.isPolled ? [] : ['RATE_LIMIT_EXCEEDED']
  return [
    'RATE_LIMIT_EXCEEDED',
    ...CREDENTIALS,
    ...(isWrite(method) ? (['READ_ONLY_API_KEY'] as const) : []),
    ...(access.session ? (['JWT_REQUIRED'] as const) : []),
    ...(access.permission !== 'can_view' ? (['INSUFFICIENT_PERMISSIONS'] as const) : []),
    ...(access.scope === 'project' ? PROJECT : []),
  ]
}

/** A body is read, and refused if it is invalid, even by routes that need no body. */
function listShapeFailures({ schema, method, takesAnyBody }: DeclaredRoute): ErrorCode[] {
  if (isWrite(method) && !takesAnyBody) return ['VALIDATION_ERROR', 'PAYLOAD_TOO_LARGE']
  return schema.params || schema.querystring ? ['VALIDATION_ERROR'] : []
}

/** Operations with the same failures share one response component, named after its codes. */
export function addSharedFailure(
  responses: Record<string, Json>,
  status: number,
  codes: readonly ErrorCode[],
): { $ref: string } {
  const name = codes.join('.')
  responses[name] ??= createFailureResponse(status, codes)
  return { $ref: `#/components/responses/${name}` }
}

function createFailureResponse(status: number, codes: readonly ErrorCode[]): Json {
  const canRetry = status === 429 || status === 503
  const example = {
    success: false,
    error: {
      code: codes[0],
      message: 'Description of the error and the expected value',
      ...(canRetry && { retryAfter: 5 }),
    },
  }
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    headers: canRetry ? RETRY_HEADERS : COMMON_HEADERS,
    content: { 'application/json': { schema: createFailureSchema(codes, canRetry), example } },
  }
}
