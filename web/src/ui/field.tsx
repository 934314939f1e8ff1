/** Form fields, each with a connected label, help and error. */
import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'
import { useText } from '../text/text.tsx'
import { cx } from './cx.ts'

export interface FieldProps {
  label: string
  /** Help line under the label. */
  help?: ReactNode
  /** Error message, if any. */
  error?: string | undefined
  /** Shows "optional" after the label. */
  isOptional?: boolean
  className?: string
}

/** Attributes that connect a control to its label, help and error. */
interface AriaProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export function Field({
  label,
  help,
  error,
  isOptional,
  className,
  children,
}: FieldProps & { children: (tied: AriaProps) => ReactNode }) {
  const id = useId()
  const describedBy = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={cx('flex flex-col gap-1', className)}>
      <label htmlFor={id} className="font-medium">
        {label}
        {isOptional && <OptionalMark />}
      </label>
      {help && (
        <p id={`${id}-help`} className="text-sm text-muted">
          {help}
        </p>
      )}
      {children({ id, 'aria-describedby': describedBy || undefined, 'aria-invalid': error ? true : undefined })}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

export const OptionalMark = () => (
  <span className="ml-1.5 text-sm font-normal text-muted">({useText().common.optional})</span>
)

export const FieldError = ({ id, children }: { id?: string; children: ReactNode }) => (
  <p id={id} className="text-sm font-medium text-error" data-field-error>
    {children}
  </p>
)

type InputProps = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'className'> & { ref?: Ref<HTMLInputElement> }

export function TextField({ label, help, error, isOptional, className, ...input }: InputProps) {
  return (
    <Field {...{ label, help, error, isOptional, className }}>
      {(tied) => <input dir="auto" {...input} {...tied} className="control" />}
    </Field>
  )
}

type AreaProps = FieldProps & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className'>

export function TextAreaField({ label, help, error, isOptional, className, ...area }: AreaProps) {
  return (
    <Field {...{ label, help, error, isOptional, className }}>
      {(tied) => <textarea rows={4} dir="auto" {...area} {...tied} className="control" />}
    </Field>
  )
}

export interface Option {
  value: string
  label: string
  isDisabled?: boolean
}

type SelectProps = FieldProps &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className'> & { options: readonly Option[] }

/** The browser's own select element, which works best on phones. */
export function SelectField({ label, help, error, isOptional, className, options, ...select }: SelectProps) {
  return (
    <Field {...{ label, help, error, isOptional, className }}>
      {(tied) => (
        <select {...select} {...tied} className="control">
          <Options options={options} />
        </select>
      )}
    </Field>
  )
}

export const Options = ({ options }: { options: readonly Option[] }) =>
  options.map(({ value, label, isDisabled }) => (
    <option key={value} value={value} disabled={isDisabled}>
      {label}
    </option>
  ))

type CheckProps = Pick<FieldProps, 'label' | 'help' | 'error' | 'className'> &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'type'>

export function CheckField({ label, help, error, className, ...input }: CheckProps) {
  const id = useId()
  const describedBy = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={cx('flex items-start gap-2.5', className)}>
      <input
        type="checkbox"
        {...input}
        id={id}
        aria-describedby={describedBy || undefined}
        aria-invalid={error ? true : undefined}
        className="mt-0.5 size-5 shrink-0 accent-accent"
      />
      <div>
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {help && (
          <p id={`${id}-help`} className="text-sm text-muted">
            {help}
          </p>
        )}
        {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      </div>
    </div>
  )
}
