/** How an operation can fail, derived from who may call it and what it takes. */
import type { ErrorCode } from '../core/errors.ts'
import { isWrite } from './access.ts'
import { STATUS } from './errors.ts'
import type { DeclaredRoute } from './route-list.ts'

const CREDENTIALS: ErrorCode[] = ['AUTHENTICATION_REQUIRED', 'MISSING_AUTH', 'INVALID_API_KEY', 'INVALID_TOKEN']
const PROJECT: ErrorCode[] = ['VALIDATION_ERROR', 'PROJECT_NOT_FOUND', 'PROJECT_ORGANIZATION_MISMATCH']

/** Every code that the operation can answer, by status. */
export function failuresOf(route: DeclaredRoute): Map<number, ErrorCode[]> {
  const codes = new Set([...ofAccess(route), ...ofShape(route), ...route.errors, 'RATE_LIMIT_EXCEEDED' as const])
  codes.add(route.failure).add('SERVICE_UNAVAILABLE')
  const byStatus = Map.groupBy(codes, (code) => STATUS[code])
  return new Map([...byStatus].sort(([a], [b]) => a - b))
}

function ofAccess({ access, method }: DeclaredRoute): ErrorCode[] {
  if ('public' in access) return []
  return [
    ...CREDENTIALS,
    ...(isWrite(method) ? (['READ_ONLY_API_KEY'] as const) : []),
    ...(access.session ? (['JWT_REQUIRED'] as const) : []),
    ...(access.permission !== 'can_view' ? (['INSUFFICIENT_PERMISSIONS'] as const) : []),
    ...(access.scope === 'project' ? PROJECT : []),
  ]
}

function ofShape({ schema }: DeclaredRoute): ErrorCode[] {
  if (schema.body) return ['VALIDATION_ERROR', 'PAYLOAD_TOO_LARGE']
  return schema.params || schema.querystring ? ['VALIDATION_ERROR'] : []
}
