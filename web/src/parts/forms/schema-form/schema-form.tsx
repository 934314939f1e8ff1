/**
 * A form that is drawn from the schema of its request:
 *
 *     const form = useSchemaForm({ name: 'monitor', schema: variant.schema, isNew: true, send: (body) => … })
 *     <SchemaForm form={form}><Button type="submit" …/></SchemaForm>
 *
 * `ResourceDialog` draws the form of a resource in a dialog.
 */
import type { ReactNode } from 'react'
import type { ApiProblem } from '../../../api/problem.ts'
import { cx } from '../../../ui/cx.ts'
import { Form } from '../../../ui/form.tsx'
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
  className?: string
  /** Content below the fields, such as the submit button. */
  children: ReactNode
}

export function SchemaForm({ form, fields, describeProblem, className = 'gap-5', children }: SchemaFormProps) {
  const { problem } = form.submit
  // The message above the form is hidden once all wrong fields have been changed
  const isSettled = problem !== null && problem.issues.length > 0 && form.scope.issues.length === 0
  return (
    <ScopeProvider value={form.scope}>
      <Form
        key={form.formDraft.version}
        form={isSettled ? { ...form.submit, problem: null } : form.submit}
        ownFields={form.issuePaths}
        describeProblem={describeProblem}
        className={cx('[&_:is(input,select,textarea,button,summary)]:scroll-my-24', className)}
      >
        <DraftNotice draft={form.formDraft} />
        {fields ?? <AllFields model={form.model} />}
        {children}
      </Form>
    </ScopeProvider>
  )
}
