import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, getData } from '../../api/client.ts'
import type { Schemas } from '../../api/types.ts'
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx'
import { useText } from '../../text/text.tsx'
import { CopyBox } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { useSubmit } from '../../ui/form.tsx'

export type ApiKey = Schemas['ApiKey']
type Scope = ApiKey['scope']
const SCOPES: readonly Scope[] = ['read', 'read_write']

export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const { settings, common } = useText()
  const labels = settings.apiKeys
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [scope, setScope] = useState<Scope>('read')
  const [expires, setExpires] = useState('')
  const [key, setKey] = useState<string | null>(null)
  const form = useSubmit(
    () =>
      getData(
        api.POST('/api/auth/api-keys', {
          body: { name, scope, ...(expires && { expires_at: new Date(`${expires}T23:59:59`).toISOString() }) },
        }),
      ),
    {
      onDone: (made) => {
        setKey(made.key)
        void client.invalidateQueries({ queryKey: ['api-keys'] })
      },
    },
  )
  if (key !== null) return <ApiKeyDialog value={key} onClose={onClose} />
  return (
    <FormDialog onClose={onClose} title={labels.new} form={form} submit={common.create}>
      <TextField
        label={labels.name}
        help={labels.nameHelp}
        value={name}
        maxLength={80}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
        error={form.findError('name')}
      />
      <SelectField
        label={labels.scope}
        help={labels.scopeHelp}
        value={scope}
        onChange={(event) => setScope(event.target.value as Scope)}
        options={SCOPES.map((value) => ({ value, label: labels.scopes[value] }))}
        error={form.findError('scope')}
      />
      <TextField
        label={labels.expires}
        isOptional
        type="date"
        value={expires}
        onChange={(event) => setExpires(event.target.value)}
        error={form.findError('expires_at')}
      />
    </FormDialog>
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
