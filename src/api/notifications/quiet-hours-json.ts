/** Quiet hours in requests and responses. */
import Type from 'typebox'
import { findQuietHoursIssues, QuietHours } from '../../core/notifications/quiet-hours.ts'
import { createInvalid } from '../../core/platform/errors.ts'
import type { ApiFields } from '../../core/platform/fields/resource.ts'
import { createTranslator } from '../../core/platform/fields/translate.ts'
import { toApiSchema } from '../platform/fields/settings-schema.ts'
import { Nullable } from '../platform/schemas.ts'

export const QuietHoursShown = Type.Unsafe<ApiFields | null>(
  Nullable({ ...toApiSchema(QuietHours, 'shown'), title: 'QuietHours' }),
)
export const QuietHoursRequest = Type.Unsafe<ApiFields | null>(Nullable(toApiSchema(QuietHours, 'form')))

const read = createTranslator(QuietHours, 'item') as (body: ApiFields) => QuietHours

/** @throws Problem VALIDATION_ERROR */
export function toQuietHours(body: ApiFields | null): QuietHours | null {
  if (body === null) return null
  const quietHours = read(body)
  const issues = findQuietHoursIssues(quietHours)
  if (issues.length === 0) return quietHours
  throw createInvalid(issues.map(({ field, message }) => ({ field: `quiet_hours.${field}`, message })))
}
