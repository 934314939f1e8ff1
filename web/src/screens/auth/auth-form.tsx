import { type ReactNode, useEffect, useState } from 'react'
import type { ApiProblem } from '../../api/problem.ts'
import { useFormat, useText } from '../../text/text.tsx'
import { Form, type Submit } from '../../ui/form.tsx'

interface AuthFormProps {
  form: Submit
  /** The fields that it has. */
  fields: readonly string[]
  /** Better words for some refusals. */
  describeProblem?: (problem: ApiProblem) => ReactNode
  children: ReactNode
}

/** A form of somebody who is not signed in. Where there were too many attempts, it counts the time that is left. */
export function AuthForm({ form, fields, describeProblem, children }: AuthFormProps) {
  return (
    <Form
      form={form}
      shows={fields}
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
  // Whoever listens hears it once, not every second
  return (
    <>
      <span className="sr-only">{auth.tooMany(duration(seconds * 1000))}</span>
      <span aria-hidden className="tabular">
        {auth.tooMany(duration(end - now))}
      </span>
    </>
  )
}
