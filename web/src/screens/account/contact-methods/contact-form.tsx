/** Dialog for new and existing contact methods, with the fields of notification targets. */
import { useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { api, getData } from '../../../api/client.ts'
import { usePermission } from '../../../app/me.ts'
import { FormActions } from '../../../parts/forms/dialogs/form-dialog.tsx'
import { DraftNotice } from '../../../parts/forms/drafts/draft-notice.tsx'
import { useDraft } from '../../../parts/forms/drafts/use-draft.ts'
import { parseNumber } from '../../../parts/forms/schema-form/draft.ts'
import { ChannelChoice, useChannels } from '../../../parts/notifications/target-form/channel-choice.tsx'
import { ConfigFields } from '../../../parts/notifications/target-form/config-fields.tsx'
import { QuietHoursField } from '../../../parts/notifications/target-form/quiet-hours-field.tsx'
import { SecretDialog } from '../../../parts/notifications/target-form/secret-dialog.tsx'
import { ServiceFields } from '../../../parts/notifications/target-form/service-fields.tsx'
import { useServiceSettings } from '../../../parts/notifications/target-form/services.ts'
import {
  type Channel,
  deriveTargetName,
  hasSigningSecret,
  hideTargetSecrets,
  toConfig,
} from '../../../parts/notifications/target-form/target-config.ts'
import { TestOutcome, useTargetTest } from '../../../parts/notifications/target-form/test-outcome.tsx'
import { useText } from '../../../text/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Form, type Submit, useSubmit } from '../../../ui/form.tsx'
import { Skeleton } from '../../../ui/notice.tsx'
import { useToast } from '../../../ui/toast.tsx'
import {
  type ContactDraft,
  type ContactMethod,
  contactMethodsQuery,
  toContactDraft,
  toDraftName,
} from './contact-draft.ts'

interface ContactFormProps {
  /** Null for a new method. */
  method: ContactMethod | null
  onClose: () => void
}

export default function ContactForm(props: ContactFormProps) {
  const { form: labels } = useText().contactMethods
  const { channels } = useChannels()
  const [secret, setSecret] = useState<string | null>(null)
  if (secret !== null) return <SecretDialog secret={secret} onClose={props.onClose} />
  return (
    <Dialog isOpen onClose={props.onClose} title={props.method ? labels.edit : labels.add}>
      {channels ? <Content {...props} channel={channels[0]!} onSecret={setSecret} /> : <Skeleton lines={6} />}
    </Dialog>
  )
}

interface ContentProps extends ContactFormProps {
  /** Channel of a new method. */
  channel: Channel
  onSecret: (secret: string) => void
}

function Content({ method, channel, onSecret, onClose }: ContentProps) {
  const { contactMethods, common, notifications } = useText()
  const { form: labels } = contactMethods
  // The test of unsaved settings needs this permission. A saved method has a test of its own.
  const mayTest = usePermission('can_edit_monitors') && !method
  const client = useQueryClient()
  const toast = useToast()
  const formDraft = useDraft<ContactDraft>(toDraftName(method), () => toContactDraft(method, channel), {
    hideSecrets: hideTargetSecrets,
  })
  const draft = formDraft.value
  const set = (some: Partial<ContactDraft>) => {
    formDraft.set((before) => ({ ...before, ...some }))
    test.clear()
  }
  const settings = useServiceSettings(method, draft)
  const config = settings?.body ?? toConfig(draft.channel, draft.values)
  const test = useTargetTest({ name: draft.name, channel: draft.channel, config })
  const generatesSecret = !method && draft.channel === 'webhook' && !draft.service && !draft.values.secret?.trim()
  const form = useSubmit(
    () => {
      const delay_minutes = parseNumber(draft.delay) as number
      const body = { name: draft.name, delay_minutes, quiet_hours: draft.quietHours }
      if (!method)
        return getData(api.POST('/api/auth/contact-methods', { body: { ...body, channel: draft.channel, config } }))
      // The address of the account is fixed
      const change = method.is_account_email ? body : { ...body, config }
      return getData(api.PATCH('/api/auth/contact-methods/{id}', { params: { path: { id: method.id } }, body: change }))
    },
    {
      onDone: ({ contact_method: saved }) => {
        formDraft.done()
        void client.invalidateQueries(contactMethodsQuery)
        toast.done(method ? contactMethods.saved : contactMethods.created(saved.name))
        if (generatesSecret && hasSigningSecret(saved)) onSecret(String(saved.config.secret))
        else onClose()
      },
    },
  )
  return (
    <Form key={formDraft.version} form={form} other={test.submit} ownFields={['config']}>
      <DraftNotice draft={formDraft} />
      {!method?.is_account_email && (
        <Destination isNew={!method} draft={draft} set={set} settings={settings} submits={[form, test.submit]} />
      )}
      <TextField
        label={labels.name}
        placeholder={labels.nameExample}
        value={draft.name}
        maxLength={80}
        onChange={(event) => set({ name: event.target.value })}
        error={form.findError('name')}
      />
      <TextField
        label={labels.delay}
        help={labels.delayHelp}
        inputMode="numeric"
        value={draft.delay}
        onChange={(event) => set({ delay: event.target.value })}
        error={form.findError('delay_minutes')}
      />
      <QuietHoursField
        value={draft.quietHours}
        onChange={(quietHours) => set({ quietHours })}
        error={form.findError('quiet_hours')}
      />
      <TestOutcome test={test} isService={settings !== null} isTemporarilySigned={generatesSecret} />
      <FormActions form={form} submit={method ? common.save : labels.submit}>
        {mayTest && (
          <Button icon={Send} isPending={test.submit.isPending} onClick={test.submit.submit} className="mr-auto">
            {notifications.test}
          </Button>
        )}
      </FormActions>
    </Form>
  )
}

interface DestinationProps {
  isNew: boolean
  draft: ContactDraft
  set: (some: Partial<ContactDraft>) => void
  settings: ReturnType<typeof useServiceSettings>
  /** The creation and the test, whose errors are shown at the same fields. */
  submits: readonly Submit[]
}

/** Channel and address. A new method gets its name from them until the user enters another name. */
function Destination({ isNew, draft, set, settings, submits }: DestinationProps) {
  const { channel, service, name, values } = draft
  const suggested = settings?.service.title ?? deriveTargetName(channel, values)
  const suggest = (next: string) => isNew && (name === '' || name === suggested) && { name: next }
  return (
    <>
      {isNew && (
        <ChannelChoice
          isForUser
          channel={channel}
          service={service}
          onChange={(next, nextService, title) =>
            set({
              channel: next,
              service: nextService,
              entered: {},
              ...suggest(nextService === null ? deriveTargetName(next, values) : title),
            })
          }
        />
      )}
      {settings && (
        <ServiceFields
          {...settings}
          key={settings.service.service}
          isNew={isNew}
          onChange={(field, value) => set({ entered: { ...draft.entered, [field]: value } })}
          issues={submits.flatMap(({ problem }) => problem?.issues ?? [])}
        />
      )}
      {!service && (
        <ConfigFields
          channel={channel}
          isNew={isNew}
          values={values}
          onChange={(some) => {
            const next = { ...values, ...some }
            set({ values: next, ...suggest(deriveTargetName(channel, next)) })
          }}
          errorOf={(field) => submits.map((one) => one.findError(`config.${field}`)).find(Boolean)}
        />
      )}
    </>
  )
}
