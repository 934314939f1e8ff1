import type { FieldIssue } from '../../api/problem.ts'
import { useText } from '../../text/text.tsx'
import type { Submit } from '../../ui/form.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { checkNewPassword } from './checks.ts'

interface NewPasswordFieldProps {
  label: string
  form: Submit
  value: string
  onChange: (password: string) => void
  autoFocus?: boolean
}

/** Field for a new password. The rules are shown before any error. */
export function NewPasswordField({ label, form, value, onChange, autoFocus }: NewPasswordFieldProps) {
  const { auth, forms } = useText()
  const isRefused = form.problem?.issues.some(({ field }: FieldIssue) => field === 'password') === true
  // A refused password of valid length can only be a common one
  const error = isRefused ? (checkNewPassword(value, forms.check) ?? auth.passwordCommon) : undefined
  return (
    <PasswordField
      label={label}
      help={auth.passwordRules}
      name="password"
      autoComplete="new-password"
      autoFocus={autoFocus}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error}
    />
  )
}
