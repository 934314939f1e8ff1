/**
 * Submits forms. API errors about a field are shown at that field; other errors are shown above the form.
 *
 *     const form = useSubmit(() => getData(api.POST('/api/projects', { body: { name } })), { onDone: close })
 *     <Form form={form}>
 *       <TextField label={…} error={form.findError('name')} … />
 *       <Button type="submit" variant="primary" isPending={form.isPending}>…</Button>
 *     </Form>
 */
import { useMutation } from '@tanstack/react-query'
import { type FormHTMLAttributes, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { type ApiProblem, toProblem } from '../api/problem.ts'
import { describeField, toPlainMessage } from '../text/api-names/api-names.ts'
import { useText } from '../text/text.tsx'
import { cx } from './cx.ts'
import { useProblemText } from './notice.tsx'

export interface Submit {
  submit: () => void
  isPending: boolean
  problem: ApiProblem | null
  /** Time of the last submission, Unix ms. */
  sentAt: number
  /** Returns the error of a field or of anything below it. */
  findError: (field: string) => string | undefined
  /** Fields for which `findError` was called; they show their own errors. */
  shown: ReadonlySet<string>
  reset: () => void
}

export function useSubmit<T>(
  send: () => Promise<T>,
  { onDone, onFailed }: { onDone?: (data: T) => void; onFailed?: (problem: ApiProblem) => void } = {},
): Submit {
  const mutation = useMutation({
    mutationFn: send,
    onSuccess: (data) => onDone?.(data),
    onError: (error) => onFailed?.(toProblem(error)),
  })
  const shown = useRef(new Set<string>())
  const text = useText()
  const problem = mutation.error ? toProblem(mutation.error) : null
  return {
    submit: () => {
      if (!mutation.isPending) mutation.mutate()
    },
    isPending: mutation.isPending,
    problem,
    sentAt: mutation.submittedAt,
    findError: (field) => {
      shown.current.add(field)
      const message = findFieldMessage(problem, field)
      return message && toPlainMessage(text, message)
    },
    shown: shown.current,
    reset: mutation.reset,
  }
}

function findFieldMessage(problem: ApiProblem | null, field: string): string | undefined {
  const issues = problem?.issues.filter((issue) => issue.field === field || issue.field.startsWith(`${field}.`)) ?? []
  if (issues.length === 0) return undefined
  return issues.map(({ message }) => message.charAt(0).toUpperCase() + message.slice(1)).join('; ')
}

interface FormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, 'onSubmit'>, FormProblemOptions {
  form: Submit
  /** Another action on the same fields, such as a test. */
  other?: Submit
  children: ReactNode
}

/** Focuses the first invalid field after a refusal, or else the message above the form. */
export function Form({ form, other, ownFields, describeProblem, children, className, ...rest }: FormProps) {
  const element = useRef<HTMLFormElement>(null)
  useFocusAfter(form.problem, element)
  useFocusAfter(other?.problem ?? null, element)
  return (
    <form
      noValidate
      {...rest}
      ref={element}
      className={cx('flex flex-col gap-4', className)}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        form.submit()
      }}
    >
      <FormProblem
        problem={form.problem}
        ownFields={[...(ownFields ?? []), ...form.shown]}
        describeProblem={describeProblem}
      />
      {children}
    </form>
  )
}

function useFocusAfter(problem: ApiProblem | null, element: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    if (!problem) return
    const field = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const summary = element.current?.querySelector<HTMLElement>('[data-form-problem]')
    ;(field ?? summary)?.focus()
  }, [problem, element])
}

interface FormProblemOptions {
  /** Further fields that show their own errors, which the form must not repeat. */
  ownFields?: readonly string[] | undefined
  /** Replaces the text of some problems; null for problems that a field shows itself. */
  describeProblem?: ((problem: ApiProblem) => ReactNode) | undefined
}

/** Error message above a form. */
export function FormProblem({
  problem,
  ownFields = [],
  describeProblem: describeOwn,
}: { problem: ApiProblem | null } & FormProblemOptions) {
  const text = useText()
  const describeProblem = useProblemText()
  const ownText = problem && describeOwn?.(problem)
  if (!problem || ownText === null) return null
  const others = problem.issues.filter(
    ({ field }) => !ownFields.some((name) => field === name || field.startsWith(`${name}.`)),
  )
  const isOfFields = problem.code.startsWith('VALIDATION') && problem.issues.length > 0
  return (
    <div
      role="alert"
      tabIndex={-1}
      data-form-problem
      className={cx(
        'rounded-md border border-error bg-error-soft px-3 py-2 text-error',
        // The message of a marked field suffices; the title is for fields that the form does not show
        isOfFields && others.length === 0 && 'in-[form:has([aria-invalid=true])]:hidden',
      )}
    >
      {isOfFields ? (
        <>
          <p className="font-medium">{text.common.trouble.fields}</p>
          {others.length > 0 && (
            <ul className="mt-1 list-disc pl-5 text-sm">
              {others.map(({ field, message }) => (
                <li key={field + message}>
                  {describeField(text, field)}: {toPlainMessage(text, message)}
                </li>
              ))}
            </ul>
          )}
        </>
      ) : (
        <p>{ownText ?? describeProblem(problem)}</p>
      )}
    </div>
  )
}
