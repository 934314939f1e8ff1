/**
 * A form that is drawn from the schema of its request:
 *
 *     const form = useSchemaForm({ name: 'group', schema: variant.schema, isNew: true, send: (body) => … })
 *     <SchemaForm form={form}><Button type="submit" …/></SchemaForm>
 */
import type { ReactNode } from 'react'
import type { ApiProblem } from '../../api/problem.ts'
import { Form } from '../../ui/form.tsx'
import { DraftNotice } from '../drafts/draft-notice.tsx'
import { AllFields } from './fields.tsx'
import { ScopeProvider } from './scope.tsx'
import type { SchemaForm as State } from './use-schema-form.ts'

interface SchemaFormProps {
  form: State
  /** Replaces the default list of all fields. */
  fields?: ReactNode
  /** Replaces the standard text of some refusals. */
  describeProblem?: (problem: ApiProblem) => ReactNode
  /** Content below the fields, such as the submit button. */
  children: ReactNode
}

export function SchemaForm({ form, fields, describeProblem, children }: SchemaFormProps) {
  const { problem } = form.submit
  // The message above the form is hidden once all wrong fields have been changed
  const isSettled = problem !== null && problem.issues.length > 0 && form.scope.issues.length === 0
  return (
    <ScopeProvider value={form.scope}>
      <Form
        key={form.kept.version}
        form={isSettled ? { ...form.submit, problem: null } : form.submit}
        ownFields={form.issuePaths}
        describeProblem={describeProblem}
        className="gap-5 [&_:is(input,select,textarea,button,summary)]:scroll-my-24"
      >
        <DraftNotice draft={form.kept} />
        {fields ?? <AllFields model={form.model} />}
        {children}
      </Form>
    </ScopeProvider>
  )
}
