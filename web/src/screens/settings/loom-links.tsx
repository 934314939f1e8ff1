/** Links to the picture of a project, for screens without an account. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, getData } from '../../api/client.ts'
import type { Project } from '../../app/me.ts'
import { useAction } from '../../app/use-action.ts'
import { useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyBox } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckField, TextField } from '../../ui/field.tsx'
import { Form, useSubmit } from '../../ui/form.tsx'
import { LoadError, Skeleton } from '../../ui/notice.tsx'
import { DateTime } from '../../ui/time.tsx'

export default function LoomLinks({ project, onClose }: { project: Project; onClose: () => void }) {
  const labels = useText().settings.loomLinks
  const client = useQueryClient()
  const [created, setCreated] = useState<string | null>(null)
  const queryKey = ['loom-links', project.id]
  const params = { path: { projectId: project.id } }
  const list = useQuery({
    queryKey,
    queryFn: () => getData(api.GET('/api/projects/{projectId}/loom-links', { params })),
  })
  const refresh = () => void client.invalidateQueries({ queryKey })
  const { run, isPending } = useAction()
  const revoke = (id: string, name: string) =>
    run({
      name: `${labels.revoke}: ${name}`,
      send: () =>
        getData(api.DELETE('/api/projects/{projectId}/loom-links/{id}', { params: { path: { ...params.path, id } } })),
      onDone: refresh,
    })
  return (
    <Dialog isOpen onClose={onClose} title={labels.title(project.name)} description={labels.help}>
      {list.isPending && <Skeleton lines={2} />}
      {list.isLoadingError && <LoadError error={list.error} onRetry={() => void list.refetch()} />}
      <ul className="flex flex-col divide-y divide-line">
        {list.data?.loom_links.map(({ id, name, expires_at: expiresAt, shows_user_names: hasNames }) => (
          <li key={id} className="flex flex-wrap items-center gap-3 py-2">
            <div className="min-w-0 flex-1">
              <span className="font-medium wrap-anywhere">{name}</span>
              <p className="text-sm text-muted">
                {expiresAt ? (
                  <>
                    {labels.expires} <DateTime at={expiresAt} />
                  </>
                ) : (
                  labels.neverExpires
                )}
                {hasNames && ` · ${labels.withNames}`}
              </p>
            </div>
            <Button
              size="small"
              variant="danger"
              aria-label={`${labels.revoke}: ${name}`}
              isPending={isPending}
              onClick={() => revoke(id, name)}
            >
              {labels.revoke}
            </Button>
          </li>
        ))}
      </ul>
      {created === null ? (
        <NewLink
          projectId={project.id}
          onDone={(url) => {
            setCreated(url)
            refresh()
          }}
        />
      ) : (
        <div className="mt-3">
          <p className="mb-2">{labels.once}</p>
          <CopyBox value={created} label={labels.link} />
        </div>
      )}
    </Dialog>
  )
}

function NewLink({ projectId, onDone }: { projectId: string; onDone: (url: string) => void }) {
  const labels = useText().settings.loomLinks
  const [name, setName] = useState('')
  const [hasNames, setHasNames] = useState(false)
  const [day, setDay] = useState('')
  const body = {
    name,
    shows_user_names: hasNames,
    // The link is valid until the end of the day
    expires_at: day === '' ? null : new Date(`${day}T23:59:59`).toISOString(),
  }
  const form = useSubmit(
    () => getData(api.POST('/api/projects/{projectId}/loom-links', { params: { path: { projectId } }, body })),
    { onDone: ({ url }) => onDone(url) },
  )
  return (
    <Form form={form} className="mt-3 flex flex-col gap-3 border-t border-line pt-3">
      <TextField
        label={labels.name}
        help={labels.nameHelp}
        value={name}
        maxLength={80}
        onChange={({ target }) => setName(target.value)}
        error={form.findError('name')}
      />
      <TextField
        label={labels.expiresOn}
        isOptional
        type="date"
        value={day}
        onChange={({ target }) => setDay(target.value)}
        error={form.findError('expires_at')}
      />
      <CheckField label={labels.showNames} checked={hasNames} onChange={({ target }) => setHasNames(target.checked)} />
      <Button type="submit" variant="primary" isPending={form.isPending} className="self-start">
        {labels.create}
      </Button>
    </Form>
  )
}
