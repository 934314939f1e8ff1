/** Checks before a form is sent. */
import { createFieldProblem, type FieldIssue } from '../../api/problem.ts'
import type { Catalogue } from '../../text/catalogue.ts'

const PASSWORD_MIN_LENGTH = 10
const PASSWORD_MAX_LENGTH = 128

type CheckTexts = Catalogue['forms']['check']
type Check = (value: string, texts: CheckTexts) => string | null

export const checkFilled: Check = (value, texts) => (value.trim() === '' ? texts.required : null)

export const checkEmail: Check = (value, texts) =>
  checkFilled(value, texts) ?? (/^\S+@\S+$/.test(value.trim()) ? null : texts.email)

export const checkNewPassword: Check = (value, texts) => {
  if (value === '') return texts.required
  const { length } = [...value]
  if (length < PASSWORD_MIN_LENGTH) return texts.tooShort(String(PASSWORD_MIN_LENGTH))
  return length > PASSWORD_MAX_LENGTH ? texts.tooLong(String(PASSWORD_MAX_LENGTH)) : null
}

/** @throws ApiProblem with the invalid fields, in the same shape as the server's */
export function validateFields(texts: CheckTexts, fields: Record<string, [value: string, check: Check]>): void {
  const issues: FieldIssue[] = Object.entries(fields).flatMap(([field, [value, judge]]) => {
    const message = judge(value, texts)
    return message === null ? [] : [{ field, message }]
  })
  if (issues.length > 0) throw createFieldProblem(issues)
}
