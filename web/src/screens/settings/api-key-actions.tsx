import { useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Power, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api, getData } from '../../api/client.ts'
import { useAction } from '../../app/use-action.ts'
import { ConfirmSubmit } from '../../parts/forms/dialogs/confirm-request.tsx'
import { useText } from '../../text/text.tsx'
import { IconButton } from '../../ui/button.tsx'
import { useSubmit } from '../../ui/form.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { ApiKey } from './new-api-key.tsx'
import { ApiKeyDialog } from './new-api-key.tsx'

export function KeyActions({ apiKey }: { apiKey: ApiKey }) {
  const { settings, common } = useText()
  const labels = settings.apiKeys
  const client = useQueryClient()
  const toast = useToast()
  const { run } = useAction()
  const [confirming, setConfirming] = useState<'rotate' | 'delete' | null>(null)
  const [value, setValue] = useState<string | null>(null)
  const params = { path: { id: apiKey.id } }
  const refresh = () => void client.invalidateQueries({ queryKey: ['api-keys'] })
  const done = () => {
    setConfirming(null)
    refresh()
  }
  const rotation = useSubmit(() => getData(api.POST('/api/auth/api-keys/{id}/rotate', { params })), {
    onDone: ({ key }) => {
      setValue(key)
      done()
    },
  })
  const deletion = useSubmit(() => getData(api.DELETE('/api/auth/api-keys/{id}', { params })), {
    onDone: () => {
      toast.done(labels.deleted(apiKey.name))
      done()
    },
  })
  const activate = (isActive: boolean) =>
    getData(api.PATCH('/api/auth/api-keys/{id}', { params, body: { is_active: isActive } })).then(refresh)
  const toggle = () =>
    run({
      name: `${apiKey.is_active ? labels.switchOff : labels.switchOn}: ${apiKey.name}`,
      send: () => activate(!apiKey.is_active),
      onDone: () =>
        toast.done((apiKey.is_active ? labels.switchedOff : labels.switchedOn)(apiKey.name), undefined, () =>
          activate(apiKey.is_active),
        ),
    })
  return (
    <>
      <Menu
        trigger={<IconButton icon={Ellipsis} label={labels.actionsOf(apiKey.name)} />}
        items={[
          { label: labels.rotate, icon: RefreshCw, onSelect: () => setConfirming('rotate') },
          {
            label: apiKey.is_active ? labels.switchOff : labels.switchOn,
            icon: Power,
            onSelect: toggle,
          },
          null,
          { label: common.delete, icon: Trash2, isDanger: true, onSelect: () => setConfirming('delete') },
        ]}
      />
      <ConfirmSubmit
        isOpen={confirming === 'rotate'}
        onClose={() => setConfirming(null)}
        form={rotation}
        title={labels.rotateTitle(apiKey.name)}
        action={labels.rotate}
      >
        <p>{labels.rotateText}</p>
      </ConfirmSubmit>
      <ConfirmSubmit
        isOpen={confirming === 'delete'}
        onClose={() => setConfirming(null)}
        form={deletion}
        title={labels.deleteTitle(apiKey.name)}
        action={common.delete}
      >
        <p>{labels.deleteText}</p>
      </ConfirmSubmit>
      {value !== null && <ApiKeyDialog value={value} onClose={() => setValue(null)} />}
    </>
  )
}
