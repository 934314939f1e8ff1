import { useState } from 'react'
import { api, getData } from '../../api/client.ts'
import type { Schemas } from '../../api/types.ts'
import { ResourceDialog } from '../../parts/forms/resources/resource-dialog.tsx'
import type { TextModel } from '../../parts/forms/schema-form/model.ts'
import { type FieldProps, useField } from '../../parts/forms/schema-form/scope.tsx'
import { formatLocalInput } from '../../parts/platform/until/until-choice.ts'
import { useText } from '../../text/text.tsx'
import { CopyBox } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'

export type ApiKey = Schemas['ApiKey']

export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const labels = useText().settings.apiKeys
  const [key, setKey] = useState<string | null>(null)
  if (key !== null) return <ApiKeyDialog value={key} onClose={onClose} />
  return (
    <ResourceDialog
      form="api-key"
      title={labels.new}
      resource={null}
      custom={{ expires_at: ExpiryField }}
      create={(body) => getData(api.POST('/api/auth/api-keys', { body }))}
      changes={[['api-keys']]}
      onSaved={(made) => setKey(made.key)}
      onClose={onClose}
    />
  )
}

/** A day; the key is valid until its end. */
function ExpiryField({ field, at }: FieldProps<TextModel>) {
  const { label, help, error, value, set } = useField(field, at)
  const day = value === '' ? '' : formatLocalInput(Date.parse(value as string)).slice(0, 10)
  return (
    <TextField
      label={label}
      help={help}
      isOptional
      type="date"
      value={day}
      onChange={({ target }) => set(target.value && new Date(`${target.value}T23:59:59`).toISOString())}
      error={error}
    />
  )
}

/** Shows the value of a new key once; it cannot be read again. */
export function ApiKeyDialog({ value, onClose }: { value: string; onClose: () => void }) {
  const labels = useText().settings.apiKeys
  return (
    <Dialog isOpen onClose={onClose} title={labels.onceTitle}>
      <p className="mb-3">{labels.onceText}</p>
      <CopyBox value={value} label={labels.key} />
    </Dialog>
  )
}
