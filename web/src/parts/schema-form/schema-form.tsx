/**
 * A form that is drawn from the schema of its request:
 *
 *     const form = useSchemaForm({ name: 'group', schema: variant.schema, isNew: true, send: (body) => … })
 *     <SchemaForm form={form}><Button type="submit" …/></SchemaForm>
 */
import type { ReactNode } from 'react'
import type { ApiProblem } from '../../api/problem.ts'
import { Form } from '../../ui/form.tsx'
import { AllFields } from './fields.tsx'
import { ScopeProvider } from './scope.tsx'
import type { SchemaForm as State } from './use-schema-form.ts'

interface SchemaFormProps {
  form: State
  /** What is drawn instead of all fields in their order. */
  fields?: ReactNode
  /** Better words for some refusals. */
  describeProblem?: (problem: ApiProblem) => ReactNode
  /** Below the fields: what sends it. */
  children: ReactNode
}

export function SchemaForm({ form, fields, describeProblem, children }: SchemaFormProps) {
  const { problem } = form.submit
  // Once everything that was wrong has been changed, nothing is left to say above
  const isSettled = problem !== null && problem.issues.length > 0 && form.scope.issues.length === 0
  return (
    <ScopeProvider value={form.scope}>
      <Form
        form={isSettled ? { ...form.submit, problem: null } : form.submit}
        shows={form.issuePaths}
        describeProblem={describeProblem}
        className="gap-5 [&_:is(input,select,textarea,button,summary)]:scroll-my-24"
      >
        {fields ?? <AllFields model={form.model} />}
        {children}
      </Form>
    </ScopeProvider>
  )
}
