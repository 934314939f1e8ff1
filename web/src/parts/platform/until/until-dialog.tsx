/** Asks for the date and time at which a pause or a silence ends. Load it lazily; `UntilMenu` does. */
import { useState } from 'react'
import { useFormat, useText } from '../../../text/text.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Form, useSubmit } from '../../../ui/form.tsx'
import { FormActions } from '../../forms/dialogs/form-dialog.tsx'
import { getLocalZone } from '../../forms/zone-picker.tsx'
import { findUntilProblem, formatLocalInput, listUntilChoices, parseLocalInput } from './until-choice.ts'

interface UntilDialogProps {
  title: string
  description?: string
  /** Label of the button that applies the time: "Pause". */
  action: string
  /** Longest time from now. */
  maxMs: number
  /** Label of an optional note; absent when there is none. */
  noteLabel?: string
  /** The dialog closes after success, and shows a refusal of `until` at the field. */
  onSubmit: (until: string, note?: string) => Promise<unknown>
  onClose: () => void
}

/** As the API limits it. */
const MAX_NOTE_LENGTH = 500

export default function UntilDialog(props: UntilDialogProps) {
  const { title, description, action, maxMs, noteLabel, onSubmit, onClose } = props
  const { duration, dateTime } = useFormat()
  const text = useText().until
  const [value, setValue] = useState(() => formatLocalInput(listUntilChoices(Date.now()).at(-1)!.at))
  const [note, setNote] = useState('')
  const [openedAt] = useState(() => Date.now())
  const [error, setError] = useState<string>()
  const form = useSubmit(() => onSubmit(new Date(parseLocalInput(value)!).toISOString(), note.trim() || undefined), {
    onDone: onClose,
  })
  const at = parseLocalInput(value)
  const submit = () => {
    const now = Date.now()
    const problem = findUntilProblem(at, now, maxMs)
    setError(problem ? text.problem[problem](dateTime(now + maxMs)) : undefined)
    if (!problem) form.submit()
  }
  return (
    <Dialog isOpen onClose={onClose} title={title} {...(description && { description })}>
      <Form form={{ ...form, submit }}>
        <TextField
          label={text.label}
          help={text.help(getLocalZone().replaceAll('_', ' '))}
          type="datetime-local"
          value={value}
          min={formatLocalInput(openedAt)}
          max={formatLocalInput(openedAt + maxMs)}
          onChange={(event) => {
            setValue(event.target.value)
            setError(undefined)
          }}
          error={error ?? form.findError('until')}
        />
        {noteLabel && (
          <TextField
            label={noteLabel}
            value={note}
            maxLength={MAX_NOTE_LENGTH}
            onChange={(event) => setNote(event.target.value)}
            error={form.findError('note')}
          />
        )}
        <FormActions form={form} submit={action}>
          {at !== null && at > openedAt && (
            <span className="mr-auto text-muted">{text.lasts(duration(at - openedAt))}</span>
          )}
        </FormActions>
      </Form>
    </Dialog>
  )
}
