/** Dialog for new and existing targets. The secret of a new webhook is shown after creation. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { type SetStateAction, useId, useState } from 'react'
import { api, getData } from '../../../api/client.ts'
import { useText } from '../../../text/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { CheckField, FieldError, SelectField, TextField } from '../../../ui/field.tsx'
import { Form, type Submit, useSubmit } from '../../../ui/form.tsx'
import { Skeleton } from '../../../ui/notice.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { FormActions } from '../../forms/dialogs/form-dialog.tsx'
import { DraftNotice } from '../../forms/drafts/draft-notice.tsx'
import { useDraft } from '../../forms/drafts/use-draft.ts'
import { TARGETS, type Target, targetChoicesQuery } from '../../platform/queries.ts'
import { ChannelChoice, useChannels } from './channel-choice.tsx'
import { ConfigFields } from './config-fields.tsx'
import { QuietHoursField } from './quiet-hours-field.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { ServiceFields } from './service-fields.tsx'
import { type ServiceSettings, useServiceSettings } from './services.ts'
import {
  type Channel,
  deriveTargetName,
  hasSigningSecret,
  hideTargetSecrets,
  TARGET_EVENTS,
  type TargetDraft,
  type TargetEvent,
  toConfig,
  toTargetDraft,
  toUnusedName,
} from './target-config.ts'
import { TARGET_FIELDS, TestOutcome, useTargetTest } from './test-outcome.tsx'

interface TargetFormProps {
  /** Null for a new target. */
  target: Target | null
  onSaved?: (target: Target) => void
  onClose: () => void
}

export function TargetForm(props: TargetFormProps) {
  const { form } = useText().notifications
  const { channels } = useChannels()
  const { data: targets, isPending } = useQuery(targetChoicesQuery)
  const [secret, setSecret] = useState<string | null>(null)
  if (secret !== null) return <SecretDialog secret={secret} onClose={props.onClose} />
  return (
    <Dialog isOpen onClose={props.onClose} title={props.target ? form.edit : form.add}>
      {channels && !isPending ? (
        <Content {...props} channels={channels} targets={targets ?? []} onSecret={setSecret} />
      ) : (
        <Skeleton lines={6} />
      )}
    </Dialog>
  )
}

interface ContentProps extends TargetFormProps {
  /** Possible channels, the best choice first. */
  channels: readonly Channel[]
  targets: readonly Target[]
  onSecret: (secret: string) => void
}

function Content({ target, channels, targets, onSaved, onSecret, onClose }: ContentProps) {
  const { notifications, common } = useText()
  const { form: labels } = notifications
  const client = useQueryClient()
  const toast = useToast()
  // The first target of a project is meant for all of its monitors
  const first = () => toTargetDraft(target, channels[0]!, targets.length === 0)
  const formDraft = useDraft<TargetDraft>(`target:${target?.id ?? 'new'}`, first, { hideSecrets: hideTargetSecrets })
  const draft = formDraft.value
  const settings = useServiceSettings(target, draft)
  const body = {
    name: draft.name,
    config: settings?.body ?? toConfig(draft.channel, draft.values),
    is_default: draft.isDefault,
    is_enabled: draft.isEnabled,
    fallback_target_id: draft.fallback || null,
    events: [...draft.events],
    quiet_hours: draft.quietHours,
  }
  const test = useTargetTest({ ...body, channel: draft.channel, ...(target && { target_id: target.id }) })
  const form = useSubmit(
    () =>
      target
        ? getData(api.PATCH('/api/notification-targets/{id}', { params: { path: { id: target.id } }, body }))
        : getData(api.POST('/api/notification-targets', { body: { ...body, channel: draft.channel } })),
    {
      onDone: ({ target: saved }) => {
        formDraft.done()
        void client.invalidateQueries({ queryKey: TARGETS })
        toast.done(notifications.saved)
        onSaved?.(saved)
        if (!target && hasSigningSecret(saved) && !draft.values.secret?.trim()) onSecret(String(saved.config.secret))
        else onClose()
      },
    },
  )
  const generatesSecret = !target && draft.channel === 'webhook' && !draft.service && !draft.values.secret?.trim()
  const change = (next: SetStateAction<TargetDraft>) => {
    formDraft.set(next)
    test.clear()
  }
  return (
    <Form key={formDraft.version} form={form} other={test.submit} ownFields={TARGET_FIELDS}>
      <DraftNotice draft={formDraft} />
      <Fields
        target={target}
        targets={targets}
        draft={draft}
        settings={settings}
        onChange={change}
        submits={[form, test.submit]}
      />
      <div className="sticky -bottom-4 z-10 -mx-4 -mb-4 flex flex-col gap-3 border-t border-line bg-raised px-4 py-3 has-[>[role=status]:empty]:border-t-0 has-[>[role=status]:empty]:pt-0">
        <TestOutcome test={test} isService={settings !== null} isTemporarilySigned={generatesSecret} />
        <FormActions form={form} submit={target ? common.save : labels.submit}>
          <Button icon={Send} isPending={test.submit.isPending} onClick={test.submit.submit} className="mr-auto">
            {notifications.test}
          </Button>
        </FormActions>
      </div>
    </Form>
  )
}

interface FieldsProps {
  target: Target | null
  targets: readonly Target[]
  draft: TargetDraft
  settings: ServiceSettings | null
  onChange: (next: SetStateAction<TargetDraft>) => void
  /** The creation and the test, whose errors are shown at the same fields. */
  submits: readonly Submit[]
}

function Fields({ target, targets, draft, settings, onChange, submits }: FieldsProps) {
  const { form: labels } = useText().notifications
  const { channel, name, values, isDefault, isEnabled, fallback } = draft
  const findError = (field: string) => submits.map((one) => one.findError(field)).find(Boolean)
  const set = (some: Partial<TargetDraft>) => onChange((before) => ({ ...before, ...some }))
  /** Suggests a name until the user enters another name. */
  const others = targets.filter(({ id }) => id !== target?.id)
  const toUnused = (next: string) =>
    toUnusedName(
      next,
      others.map((other) => other.name),
    )
  const suggested = toUnused(settings?.service.title ?? deriveTargetName(channel, values))
  const suggest = (next: string) => !target && (name === '' || name === suggested) && { name: toUnused(next) }
  return (
    <>
      {!target && (
        <ChannelChoice
          channel={channel}
          service={draft.service}
          onChange={(next, service, title) =>
            set({
              channel: next,
              service,
              entered: {},
              ...suggest(service === null ? deriveTargetName(next, values) : title),
            })
          }
        />
      )}
      {settings && (
        <ServiceFields
          {...settings}
          key={settings.service.service}
          isNew={!target}
          onChange={(field, value) =>
            onChange((before) => ({ ...before, entered: { ...before.entered, [field]: value } }))
          }
          issues={submits.flatMap(({ problem }) => problem?.issues ?? [])}
        />
      )}
      {!draft.service && (
        <ConfigFields
          channel={channel}
          isNew={!target}
          values={values}
          onChange={(some) => {
            const next = { ...values, ...some }
            set({ values: next, ...suggest(deriveTargetName(channel, next)) })
          }}
          errorOf={(field) => findError(`config.${field}`) ?? findError(field)}
        />
      )}
      <TextField
        label={labels.name}
        placeholder={labels.nameExample}
        value={name}
        maxLength={80}
        onChange={(event) => set({ name: event.target.value })}
        error={findError('name')}
      />
      {(others.length > 0 || fallback !== '') && (
        <SelectField
          label={labels.fallback}
          help={labels.fallbackHelp}
          value={fallback}
          onChange={(event) => set({ fallback: event.target.value })}
          options={[
            { value: '', label: labels.none },
            ...others.map((other) => ({ value: other.id, label: other.name })),
          ]}
          error={findError('fallback_target_id')}
        />
      )}
      <EventsField events={draft.events} onChange={(events) => set({ events })} error={findError('events')} />
      <QuietHoursField
        value={draft.quietHours}
        onChange={(quietHours) => set({ quietHours })}
        error={findError('quiet_hours')}
      />
      <CheckField
        label={labels.isDefault}
        help={labels.isDefaultHelp}
        checked={isDefault}
        onChange={(event) => set({ isDefault: event.target.checked })}
      />
      {target && (
        <CheckField
          label={labels.isEnabled}
          checked={isEnabled}
          onChange={(event) => set({ isEnabled: event.target.checked })}
        />
      )}
    </>
  )
}

interface EventsFieldProps {
  events: readonly TargetEvent[]
  onChange: (events: TargetEvent[]) => void
  error: string | undefined
}

/** Kinds of messages that a target receives, as checkboxes. */
function EventsField({ events, onChange, error }: EventsFieldProps) {
  const { form: labels, events: names } = useText().notifications
  const id = useId()
  const toggle = (event: TargetEvent, isOn: boolean) =>
    onChange(TARGET_EVENTS.filter((one) => (one === event ? isOn : events.includes(one))))
  return (
    <fieldset className="min-w-0" aria-describedby={error ? `${id}-help ${id}-error` : `${id}-help`}>
      <legend className="font-medium">{labels.events}</legend>
      <p id={`${id}-help`} className="mb-2 text-sm text-muted">
        {labels.eventsHelp}
      </p>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <div className="grid gap-2 sm:grid-cols-2">
        {TARGET_EVENTS.map((event) => (
          <CheckField
            key={event}
            label={names[event]}
            checked={events.includes(event)}
            onChange={({ target }) => toggle(event, target.checked)}
          />
        ))}
      </div>
    </fieldset>
  )
}
