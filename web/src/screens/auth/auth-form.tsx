import { type ReactNode, useEffect, useState } from 'react'
import type { ApiProblem } from '../../api/problem.ts'
import { useFormat, useText } from '../../text/text.tsx'
import { Form, type Submit } from '../../ui/form.tsx'

interface AuthFormProps {
  form: Submit
  /** Names of the fields in the form. */
  fields: readonly string[]
  /** Replaces the standard text of some refusals. */
  describeProblem?: (problem: ApiProblem) => ReactNode
  children: ReactNode
}

/** Form for signed-out users. After too many attempts it counts down the remaining wait. */
export function AuthForm({ form, fields, describeProblem, children }: AuthFormProps) {
  return (
    <Form
      form={form}
      ownFields={fields}
      describeProblem={(problem) =>
        problem.status === 429 ? (
          <RetryCountdown key={form.sentAt} seconds={problem.retryAfter ?? 60} />
        ) : (
          describeProblem?.(problem)
        )
      }
    >
      {children}
    </Form>
  )
}

function RetryCountdown({ seconds }: { seconds: number }) {
  const { auth } = useText()
  const { duration } = useFormat()
  const [end] = useState(() => Date.now() + seconds * 1000)
  const [now, setNow] = useState(() => Date.now())
  const isOver = now >= end
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isOver])
  if (isOver) return auth.tooManyOver
  // Screen readers announce the wait once, not every second
  return (
    <>
      <span className="sr-only">{auth.tooMany(duration(seconds * 1000))}</span>
      <span aria-hidden className="tabular">
        {auth.tooMany(duration(end - now))}
      </span>
    </>
  )
}
