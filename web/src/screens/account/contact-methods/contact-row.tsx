import { useQueryClient } from '@tanstack/react-query'
import { BellOff, BellRing, Send } from 'lucide-react'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { loadChunk } from '../../../api/chunk.ts'
import { api, getData } from '../../../api/client.ts'
import type { ApiProblem } from '../../../api/problem.ts'
import { useAction } from '../../../app/use-action.ts'
import { ConfirmSubmit } from '../../../parts/forms/dialogs/confirm-request.tsx'
import { ResourceMenu } from '../../../parts/forms/resources/resource-menu.tsx'
import { CHANNEL_ICON, type Delivery, DeliveryBadge } from '../../../parts/notifications/delivery/delivery.tsx'
import { useChannelTitle } from '../../../parts/notifications/target-form/services.ts'
import { findAddress } from '../../../parts/notifications/target-form/target-config.ts'
import { isFailing, TargetBadge, useTargetState } from '../../../parts/notifications/target-form/target-state.tsx'
import { useFormat, useText } from '../../../text/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { useSubmit } from '../../../ui/form.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { type ContactMethod, contactMethodsQuery, toDraftName } from './contact-draft.ts'

/** Name that the API gives to the email address of the account. */
const ACCOUNT_EMAIL = 'Account email'
const MINUTE_MS = 60_000

const ContactForm = lazy(() => loadChunk(() => import('./contact-form.tsx')))

export const ContactDialog = (props: ComponentProps<typeof ContactForm>) => (
  <Suspense>
    <ContactForm {...props} />
  </Suspense>
)

export function ContactRow({ method }: { method: ContactMethod }) {
  const { contactMethods: labels, notifications } = useText()
  const { duration } = useFormat()
  const state = useTargetState(method)
  const channelTitle = useChannelTitle(method)
  const name = method.is_account_email && method.name === ACCOUNT_EMAIL ? labels.accountEmail : method.name
  const test = useContactTest(method.id, name)
  const address = findAddress(method.config)
  const Icon = CHANNEL_ICON[method.channel]
  return (
    <li className="flex flex-col gap-3 px-4 py-3.5 sm:flex-row sm:items-start">
      <div className="flex min-w-0 flex-1 gap-3">
        <Icon className="mt-0.5 size-5 shrink-0 text-muted" aria-hidden />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <h3 className="font-semibold wrap-anywhere">{name}</h3>
            <TargetBadge state={state} />
          </div>
          <p className="text-muted wrap-anywhere">
            {channelTitle}
            {address && ` · ${address}`}
          </p>
          <p className="text-sm text-muted">
            {method.delay_minutes === 0 ? labels.atOnce : labels.after(duration(method.delay_minutes * MINUTE_MS))}
          </p>
          {state.help && <p className="mt-1 text-sm">{state.help}</p>}
          {isFailing(method) && !test.outcome && method.last_error && (
            <p className="text-sm text-error wrap-anywhere">{method.last_error}</p>
          )}
          {method.config_note && <p className="text-sm text-muted wrap-anywhere">{method.config_note}</p>}
          <div role="status">
            {test.outcome && (
              <p className="mt-2 flex flex-wrap items-center gap-2 text-sm">
                <DeliveryBadge status={test.outcome.status} />
                <span className="wrap-anywhere">
                  {test.outcome.status === 'delivered'
                    ? notifications.testDone
                    : `${notifications.testFailed}: ${test.outcome.error_message ?? ''}`}
                </span>
              </p>
            )}
          </div>
        </div>
      </div>
      <div className="flex shrink-0 items-center gap-2">
        <Button
          icon={Send}
          isPending={test.isPending}
          onClick={test.send}
          className="flex-1 max-sm:min-h-10 sm:flex-none"
        >
          {notifications.test}
        </Button>
        <ContactMenu method={method} name={name} />
      </div>
    </li>
  )
}

/** Sends a test and returns its outcome. */
function useContactTest(id: string, name: string) {
  const { notifications } = useText()
  const client = useQueryClient()
  const { run, isPending } = useAction()
  const [outcome, setOutcome] = useState<Delivery | null>(null)
  const send = () => {
    setOutcome(null)
    run({
      name: `${notifications.test}: ${name}`,
      send: () => getData(api.POST('/api/auth/contact-methods/{id}/test', { params: { path: { id } } })),
      onDone: ({ delivery }) => setOutcome(delivery),
      onSettled: () => client.invalidateQueries(contactMethodsQuery),
    })
  }
  return { send, isPending, outcome }
}

/** Returns whether the API refused to disable or delete the last enabled method. */
const isLastEnabled = (problem: ApiProblem | null): boolean =>
  problem?.issues.some(({ field }) => field === 'is_enabled') === true

function ContactMenu({ method, name }: { method: ContactMethod; name: string }) {
  const { contactMethods: labels, notifications } = useText()
  const client = useQueryClient()
  const toast = useToast()
  const { run } = useAction()
  const enable = async (isEnabled: boolean) => {
    const params = { path: { id: method.id } }
    await getData(api.PATCH('/api/auth/contact-methods/{id}', { params, body: { is_enabled: isEnabled } }))
    void client.invalidateQueries(contactMethodsQuery)
  }
  const change = (isEnabled: boolean, done: string) =>
    run({
      name: `${isEnabled ? notifications.enable : notifications.disable}: ${name}`,
      send: () => enable(isEnabled),
      onDone: () => toast.done(done, undefined, () => enable(!isEnabled)),
      describe: (problem) => (isLastEnabled(problem) ? labels.lastEnabled : undefined),
    })
  return (
    <ResourceMenu
      resource={{ ...method, name }}
      draftName={toDraftName(method)}
      items={() => [
        method.is_enabled
          ? { label: notifications.disable, icon: BellOff, onSelect: () => change(false, notifications.disabled(name)) }
          : { label: notifications.enable, icon: BellRing, onSelect: () => change(true, notifications.enabled(name)) },
      ]}
      dialogs={{
        edit: (close) => <ContactDialog method={method} onClose={close} />,
        // The email address of the account can only be disabled
        delete: !method.is_account_email && ((close) => <DeleteContact method={method} onClose={close} />),
      }}
    />
  )
}

function DeleteContact({ method, onClose }: { method: ContactMethod; onClose: () => void }) {
  const { contactMethods: labels, common } = useText()
  const client = useQueryClient()
  const toast = useToast()
  const deletion = useSubmit(
    () => getData(api.DELETE('/api/auth/contact-methods/{id}', { params: { path: { id: method.id } } })),
    {
      onDone: () => {
        toast.done(labels.deleted(method.name))
        void client.invalidateQueries(contactMethodsQuery)
        onClose()
      },
    },
  )
  const isLast = isLastEnabled(deletion.problem)
  return (
    <ConfirmSubmit
      form={isLast ? { ...deletion, problem: null } : deletion}
      onClose={onClose}
      title={labels.deleteTitle(method.name)}
      action={common.delete}
    >
      <p>{labels.deleteHelp}</p>
      {isLast && (
        <p role="alert" className="mt-2 text-error">
          {labels.lastEnabled}
        </p>
      )}
    </ConfirmSubmit>
  )
}
