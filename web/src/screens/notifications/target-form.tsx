/** Form for new and existing targets. The secret of a new webhook is shown after creation. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, getData } from '../../api/client.ts'
import { targetChoicesQuery } from '../../parts/target-picker.tsx'
import { useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckField, SelectField, TextField } from '../../ui/field.tsx'
import { Form, useSubmit } from '../../ui/form.tsx'
import { useToast } from '../../ui/toast.tsx'
import { ChannelChoice } from './channel-choice.tsx'
import { ConfigFields } from './config-fields.tsx'
import { TARGETS, type Target } from './queries.ts'
import { SecretDialog } from './secret-dialog.tsx'
import { type Channel, toConfig, toValues } from './target-config.ts'

interface TargetFormProps {
  /** Null for a new target. */
  target: Target | null
  onClose: () => void
}

export function TargetForm({ target, onClose }: TargetFormProps) {
  const { notifications, common } = useText()
  const { form: labels } = notifications
  const client = useQueryClient()
  const toast = useToast()
  const [channel, setChannel] = useState<Channel>(target?.channel ?? 'email')
  const [name, setName] = useState(target?.name ?? '')
  const [values, setValues] = useState(() => toValues(target?.config ?? {}))
  const [isDefault, setDefault] = useState(target?.is_default ?? false)
  const [isEnabled, setEnabled] = useState(target?.is_enabled ?? true)
  const [fallback, setFallback] = useState(target?.fallback_target_id ?? '')
  const [secret, setSecret] = useState<string | null>(null)
  const others = (useQuery(targetChoicesQuery).data ?? []).filter(({ id }) => id !== target?.id)

  const form = useSubmit(
    () => {
      const body = {
        name,
        config: toConfig(channel, values),
        is_default: isDefault,
        is_enabled: isEnabled,
        fallback_target_id: fallback || null,
      }
      if (!target) return getData(api.POST('/api/notification-targets', { body: { ...body, channel } }))
      return getData(api.PATCH('/api/notification-targets/{id}', { params: { path: { id: target.id } }, body }))
    },
    {
      onDone: ({ target: saved }) => {
        void client.invalidateQueries({ queryKey: TARGETS })
        toast.done(notifications.saved)
        if (!target && saved.channel === 'webhook' && !values.secret?.trim()) setSecret(String(saved.config.secret))
        else onClose()
      },
    },
  )
  if (secret !== null) return <SecretDialog secret={secret} onClose={onClose} />
  return (
    <Dialog isOpen onClose={onClose} title={target ? labels.edit : labels.add}>
      <Form form={form} ownFields={['name', 'config', 'fallback_target_id']}>
        {!target && <ChannelChoice value={channel} onChange={setChannel} />}
        <TextField
          label={labels.name}
          placeholder={labels.nameExample}
          value={name}
          maxLength={80}
          onChange={(event) => setName(event.target.value)}
          error={form.findError('name')}
        />
        <ConfigFields
          channel={channel}
          isNew={!target}
          values={values}
          onChange={(some) => setValues({ ...values, ...some })}
          errorOf={(field) => form.findError(`config.${field}`) ?? form.findError(field)}
        />
        <SelectField
          label={labels.fallback}
          help={labels.fallbackHelp}
          value={fallback}
          onChange={(event) => setFallback(event.target.value)}
          options={[
            { value: '', label: labels.none },
            ...others.map((other) => ({ value: other.id, label: other.name })),
          ]}
          error={form.findError('fallback_target_id')}
        />
        <CheckField
          label={labels.isDefault}
          help={labels.isDefaultHelp}
          checked={isDefault}
          onChange={(event) => setDefault(event.target.checked)}
        />
        {target && (
          <CheckField
            label={labels.isEnabled}
            checked={isEnabled}
            onChange={(event) => setEnabled(event.target.checked)}
          />
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary" isPending={form.isPending}>
            {target ? common.save : labels.submit}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
