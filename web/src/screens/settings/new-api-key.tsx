import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import type { Schemas } from '../../api/types.ts'
import { useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyBox } from '../../ui/copy.tsx'
import { Cancel, Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Form, useSubmit } from '../../ui/form.tsx'

export type ApiKey = Schemas['ApiKey']
type Scope = ApiKey['scope']
const SCOPES: readonly Scope[] = ['read', 'read_write']

export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const { settings, common } = useText()
  const words = settings.apiKeys
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [scope, setScope] = useState<Scope>('read')
  const [expires, setExpires] = useState('')
  const [key, setKey] = useState<string | null>(null)
  const form = useSubmit(
    () =>
      dataOf(
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
  if (key !== null) return <KeyOnce value={key} onClose={onClose} />
  return (
    <Dialog isOpen onClose={onClose} title={words.new}>
      <Form form={form}>
        <TextField
          label={words.name}
          help={words.nameHelp}
          value={name}
          maxLength={80}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
          error={form.errorOf('name')}
        />
        <SelectField
          label={words.scope}
          help={words.scopeHelp}
          value={scope}
          onChange={(event) => setScope(event.target.value as Scope)}
          options={SCOPES.map((value) => ({ value, label: words.scopes[value] }))}
          error={form.errorOf('scope')}
        />
        <TextField
          label={words.expires}
          isOptional
          type="date"
          value={expires}
          onChange={(event) => setExpires(event.target.value)}
          error={form.errorOf('expires_at')}
        />
        <div className="flex justify-end gap-2">
          <Cancel />
          <Button type="submit" look="primary" isPending={form.isPending}>
            {common.create}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

/** The value of a key, which nobody will see again. */
export function KeyOnce({ value, onClose }: { value: string; onClose: () => void }) {
  const words = useText().settings.apiKeys
  return (
    <Dialog isOpen onClose={onClose} title={words.onceTitle}>
      <p className="mb-3">{words.onceText}</p>
      <CopyBox value={value} label={words.key} />
    </Dialog>
  )
}
