/** What can be said of a form before it is sent. */
import { type FieldIssue, fieldProblem } from '../../api/problem.ts'
import type { Catalogue } from '../../text/catalogue.ts'

const PASSWORD_MIN_LENGTH = 10
const PASSWORD_MAX_LENGTH = 128

type Words = Catalogue['forms']['check']
type Check = (value: string, words: Words) => string | null

export const filled: Check = (value, words) => (value.trim() === '' ? words.required : null)

export const email: Check = (value, words) =>
  filled(value, words) ?? (/^\S+@\S+$/.test(value.trim()) ? null : words.email)

export const newPassword: Check = (value, words) => {
  if (value === '') return words.required
  const { length } = [...value]
  if (length < PASSWORD_MIN_LENGTH) return words.tooShort(String(PASSWORD_MIN_LENGTH))
  return length > PASSWORD_MAX_LENGTH ? words.tooLong(String(PASSWORD_MAX_LENGTH)) : null
}

/** @throws ApiProblem that names the fields, as the server would */
export function check(words: Words, fields: Record<string, [value: string, check: Check]>): void {
  const issues: FieldIssue[] = Object.entries(fields).flatMap(([field, [value, judge]]) => {
    const message = judge(value, words)
    return message === null ? [] : [{ field, message }]
  })
  if (issues.length > 0) throw fieldProblem(issues)
}
