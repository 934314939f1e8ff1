import { useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Power, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import { useText } from '../../text/text.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { FormProblem, useSubmit } from '../../ui/form.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useProblemText } from '../../ui/trouble.tsx'
import type { ApiKey } from './new-api-key.tsx'
import { KeyOnce } from './new-api-key.tsx'

export function KeyActions({ apiKey }: { apiKey: ApiKey }) {
  const { settings, common } = useText()
  const words = settings.apiKeys
  const client = useQueryClient()
  const toast = useToast()
  const problemText = useProblemText()
  const [asked, setAsked] = useState<'rotate' | 'delete' | null>(null)
  const [value, setValue] = useState<string | null>(null)
  const params = { path: { id: apiKey.id } }
  const refresh = () => void client.invalidateQueries({ queryKey: ['api-keys'] })
  const done = () => {
    setAsked(null)
    refresh()
  }
  const rotation = useSubmit(() => dataOf(api.POST('/api/auth/api-keys/{id}/rotate', { params })), {
    onDone: ({ key }) => {
      setValue(key)
      done()
    },
  })
  const deletion = useSubmit(() => dataOf(api.DELETE('/api/auth/api-keys/{id}', { params })), {
    onDone: () => {
      toast.done(words.deleted(apiKey.name))
      done()
    },
  })
  const toggle = () =>
    dataOf(api.PATCH('/api/auth/api-keys/{id}', { params, body: { is_active: !apiKey.is_active } })).then(
      refresh,
      (error) => toast.failed(problemText(asProblem(error))),
    )
  return (
    <>
      <Menu
        trigger={<IconButton icon={Ellipsis} label={words.actionsOf(apiKey.name)} />}
        items={[
          { label: words.rotate, icon: RefreshCw, onSelect: () => setAsked('rotate') },
          {
            label: apiKey.is_active ? words.switchOff : words.switchOn,
            icon: Power,
            onSelect: () => void toggle(),
          },
          null,
          { label: common.delete, icon: Trash2, isDanger: true, onSelect: () => setAsked('delete') },
        ]}
      />
      <Confirm
        isOpen={asked === 'rotate'}
        onClose={() => setAsked(null)}
        onConfirm={rotation.submit}
        isPending={rotation.isPending}
        title={words.rotateTitle(apiKey.name)}
        action={words.rotate}
      >
        <p>{words.rotateText}</p>
        <FormProblem problem={rotation.problem} />
      </Confirm>
      <Confirm
        isOpen={asked === 'delete'}
        onClose={() => setAsked(null)}
        onConfirm={deletion.submit}
        isPending={deletion.isPending}
        title={words.deleteTitle(apiKey.name)}
        action={common.delete}
      >
        <p>{words.deleteText}</p>
        <FormProblem problem={deletion.problem} />
      </Confirm>
      {value !== null && <KeyOnce value={value} onClose={() => setValue(null)} />}
    </>
  )
}
