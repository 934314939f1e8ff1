/** A dialog with one form, and the buttons at the end of such a form. */
import type { ComponentProps, ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Cancel, Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { Form, type Submit } from '../../../ui/form.tsx'
import { DraftNotice } from '../drafts/draft-notice.tsx'

interface FormActionsProps {
  form: Submit
  /** Label of the submit button. */
  submit: string
  isDanger?: boolean | undefined
  /** Content before the buttons. */
  children?: ReactNode
}

export const FormActions = ({ form, submit, isDanger = false, children }: FormActionsProps) => (
  <DialogActions>
    {children}
    <Cancel />
    <Button type="submit" variant={isDanger ? 'danger' : 'primary'} isPending={form.isPending}>
      {submit}
    </Button>
  </DialogActions>
)

type DialogProps = Pick<ComponentProps<typeof Dialog>, 'onClose' | 'title' | 'description' | 'isWide'>
type FormProps = Pick<ComponentProps<typeof Form>, 'ownFields' | 'describeProblem'>

interface FormDialogProps extends DialogProps, FormProps, Omit<FormActionsProps, 'children'> {
  /** Stored input. A restored draft renders the fields again. */
  draft?: ComponentProps<typeof DraftNotice>['draft'] & { version: number }
  children: ReactNode
}

export function FormDialog({
  form,
  submit,
  isDanger,
  draft,
  ownFields,
  describeProblem,
  children,
  ...rest
}: FormDialogProps) {
  return (
    <Dialog {...rest} isOpen>
      <Form key={draft?.version} form={form} ownFields={ownFields} describeProblem={describeProblem}>
        {draft && <DraftNotice draft={draft} />}
        {children}
        <FormActions form={form} submit={submit} isDanger={isDanger} />
      </Form>
    </Dialog>
  )
}
