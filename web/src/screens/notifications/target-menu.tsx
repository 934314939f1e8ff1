/** Menu with further actions for a target. */
import { useQueryClient } from '@tanstack/react-query'
import { BellOff, BellRing, KeyRound, Star, StarOff } from 'lucide-react'
import { useState } from 'react'
import { api, getData } from '../../api/client.ts'
import { runAsking } from '../../app/managed/ask.ts'
import { useAction } from '../../app/use-action.ts'
import { ConfirmRequest, ConfirmSubmit } from '../../parts/forms/dialogs/confirm-request.tsx'
import { ResourceMenu } from '../../parts/forms/resources/resource-menu.tsx'
import { TargetDialog } from '../../parts/notifications/target-dialog.tsx'
import { SecretDialog } from '../../parts/notifications/target-form/secret-dialog.tsx'
import { hasSigningSecret } from '../../parts/notifications/target-form/target-config.ts'
import { TARGETS, type Target } from '../../parts/platform/queries.ts'
import { useText } from '../../text/text.tsx'
import { useSubmit } from '../../ui/form.tsx'
import { useToast } from '../../ui/toast.tsx'

export function TargetMenu({ target }: { target: Target }) {
  const { notifications } = useText()
  const change = useChange(target)
  return (
    <ResourceMenu
      resource={target}
      draftName={`target:${target.id}`}
      items={(open) => [
        target.is_enabled
          ? {
              label: notifications.disable,
              icon: BellOff,
              onSelect: () => change('is_enabled', false, notifications.disabled(target.name)),
            }
          : {
              label: notifications.enable,
              icon: BellRing,
              onSelect: () => change('is_enabled', true, notifications.enabled(target.name)),
            },
        target.is_default
          ? {
              label: notifications.noDefault,
              icon: StarOff,
              onSelect: () => runAsking([target], () => change('is_default', false, notifications.saved)),
            }
          : {
              label: notifications.makeDefault,
              icon: Star,
              onSelect: () => runAsking([target], () => change('is_default', true, notifications.saved)),
            },
        ...(hasSigningSecret(target)
          ? [{ label: notifications.rotate, icon: KeyRound, onSelect: () => open('rotate') }]
          : []),
      ]}
      dialogs={{
        edit: (close) => <TargetDialog target={target} onClose={close} />,
        rotate: (close) => <RotateSecret target={target} onClose={close} />,
        delete: (close) => <DeleteTarget target={target} onClose={close} />,
      }}
    />
  )
}

function useChange({ id, name, managed_by: source }: Target) {
  const client = useQueryClient()
  const toast = useToast()
  const { run } = useAction()
  const { notifications, common } = useText()
  const patch = async (field: 'is_enabled' | 'is_default', value: boolean) => {
    const body = field === 'is_enabled' ? { is_enabled: value } : { is_default: value }
    await getData(api.PATCH('/api/notification-targets/{id}', { params: { path: { id } }, body }))
    void client.invalidateQueries({ queryKey: TARGETS })
  }
  return (field: 'is_enabled' | 'is_default', value: boolean, done: string): void => {
    const labels =
      field === 'is_enabled'
        ? [notifications.disable, notifications.enable]
        : [notifications.noDefault, notifications.makeDefault]
    run({
      name: `${labels[Number(value)]}: ${name}`,
      send: () => patch(field, value),
      onDone: () =>
        toast.done(done, source && field === 'is_enabled' ? common.managed.kept(field) : undefined, () =>
          patch(field, !value),
        ),
    })
  }
}

function DeleteTarget({ target, onClose }: { target: Target; onClose: () => void }) {
  const { notifications, common } = useText()
  const params = { path: { id: target.id } }
  return (
    <ConfirmRequest
      send={() => getData(api.DELETE('/api/notification-targets/{id}', { params }))}
      done={notifications.deleted(target.name)}
      changes={[TARGETS]}
      onClose={onClose}
      title={notifications.deleteTitle(target.name)}
      action={common.delete}
      resources={[target]}
    >
      <p>{notifications.deleteHelp(notifications.monitors(target.monitor_count))}</p>
      {target.monitor_count > 0 && <p className="mt-1">{notifications.deleteAlone}</p>}
    </ConfirmRequest>
  )
}

/** Rotates the secret after a confirmation, and shows the new one once. */
function RotateSecret({ target, onClose }: { target: Target; onClose: () => void }) {
  const { notifications } = useText()
  const client = useQueryClient()
  const [secret, setSecret] = useState<string | null>(null)
  const form = useSubmit(
    () => getData(api.POST('/api/notification-targets/{id}/rotate-secret', { params: { path: { id: target.id } } })),
    {
      onDone: ({ target: rotated }) => {
        void client.invalidateQueries({ queryKey: TARGETS })
        setSecret(String(rotated.config.secret))
      },
    },
  )
  if (secret !== null) return <SecretDialog secret={secret} onClose={onClose} />
  return (
    <ConfirmSubmit
      form={form}
      onClose={onClose}
      title={notifications.rotateTitle}
      action={notifications.rotateAction}
      resources={[target]}
    >
      <p>{notifications.rotateHelp}</p>
    </ConfirmSubmit>
  )
}
