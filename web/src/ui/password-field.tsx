import { Eye, EyeOff } from 'lucide-react'
import { type InputHTMLAttributes, useState } from 'react'
import { useText } from '../text/text.tsx'
import { Field, type FieldProps } from './field.tsx'

type PasswordFieldProps = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'type'> & {
    autoComplete: 'current-password' | 'new-password'
  }

/** A password field with a button that reveals its value. */
export function PasswordField({ label, help, error, isOptional, className, ...input }: PasswordFieldProps) {
  const { password } = useText().forms
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <Field {...{ label, help, error, isOptional, className }}>
      {(tied) => (
        <div className="relative">
          <input
            spellCheck={false}
            autoCapitalize="none"
            autoCorrect="off"
            {...input}
            {...tied}
            type={isShown ? 'text' : 'password'}
            className="control pr-11"
          />
          <button
            type="button"
            aria-pressed={isShown}
            aria-label={password.show}
            title={isShown ? password.hide : password.show}
            onClick={() => setShown(!isShown)}
            className="absolute inset-y-0 right-0 flex w-10 items-center justify-center rounded-md text-muted hover:text-ink"
          >
            <Icon className="size-4.5" aria-hidden />
          </button>
        </div>
      )}
    </Field>
  )
}
