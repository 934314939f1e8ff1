import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { loadChunk } from '../../api/chunk.ts'
import { api, getData } from '../../api/client.ts'
import { selectProjectId } from '../../api/project.ts'
import { listProjects, meQuery, type Project, usePermission } from '../../app/me.ts'
import { ConfirmSubmit } from '../../parts/forms/dialogs/confirm-request.tsx'
import { FormDialog } from '../../parts/forms/dialogs/form-dialog.tsx'
import { ProjectPolicyPicker } from '../../parts/notifications/escalation/policy-picker.tsx'
import { useFormat, useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useSubmit } from '../../ui/form.tsx'
import { LoadError, Skeleton } from '../../ui/notice.tsx'
import { Card, useWindowTitle } from '../../ui/page.tsx'
import { Badge } from '../../ui/status.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { useToast } from '../../ui/toast.tsx'

const LoomLinks = lazy(() => loadChunk(() => import('./loom-links.tsx')))

export default function Projects() {
  const { settings } = useText()
  const labels = settings.projects
  const mayManage = usePermission('can_manage_organization')
  const [edited, setEdited] = useState<Project | 'new' | null>(null)
  const [doomed, setDoomed] = useState<Project | null>(null)
  const [shared, setShared] = useState<Project | null>(null)
  const list = useQuery({ queryKey: ['projects'], queryFn: listProjects })
  useWindowTitle(settings.nav.projects)
  if (list.isPending) return <Skeleton />
  if (list.isLoadingError) return <LoadError error={list.error} onRetry={() => void list.refetch()} />
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">{labels.intro}</p>
        {mayManage && (
          <Button variant="primary" icon={Plus} onClick={() => setEdited('new')}>
            {labels.new}
          </Button>
        )}
      </div>
      <Card isFlush>
        <Table
          label={settings.nav.projects}
          isStacked
          head={[labels.name, { text: labels.monitors, isNumber: true }, { text: labels.open, isHidden: true }]}
        >
          {list.data.map((project) => (
            <Row
              key={project.id}
              project={project}
              mayManage={mayManage}
              onShare={setShared}
              onEdit={setEdited}
              onDelete={setDoomed}
            />
          ))}
        </Table>
      </Card>
      {edited && <ProjectDialog project={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      {shared && (
        <Suspense>
          <LoomLinks project={shared} onClose={() => setShared(null)} />
        </Suspense>
      )}
      {doomed && <Deletion project={doomed} onClose={() => setDoomed(null)} />}
    </>
  )
}

interface RowProps {
  project: Project
  mayManage: boolean
  onShare: (project: Project) => void
  onEdit: (project: Project) => void
  onDelete: (project: Project) => void
}

function Row({ project, mayManage, onShare, onEdit, onDelete }: RowProps) {
  const { settings, common } = useText()
  const format = useFormat()
  const client = useQueryClient()
  const navigate = useNavigate()
  const open = () => {
    selectProjectId(project.id)
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' && queryKey[0] !== 'projects' })
    void navigate({ to: '/' })
  }
  return (
    <tr>
      <Cell>
        <span className="font-medium wrap-anywhere">{project.name}</span>{' '}
        {project.is_default && <Badge tone="quiet">{settings.projects.default}</Badge>}
        {project.is_default && <p className="text-sm text-muted">{settings.projects.defaultHelp}</p>}
      </Cell>
      <Cell isNumber label={settings.projects.monitors}>
        {format.number(project.monitor_count)}
      </Cell>
      <Cell>
        <div className="flex flex-wrap gap-2 sm:justify-end">
          <Button size="small" onClick={open}>
            {settings.projects.open}
          </Button>
          {mayManage && (
            <Button size="small" onClick={() => onShare(project)}>
              {settings.loomLinks.open}
            </Button>
          )}
          {mayManage && (
            <Button size="small" onClick={() => onEdit(project)}>
              {common.edit}
            </Button>
          )}
          {mayManage && !project.is_default && (
            <Button size="small" variant="danger" onClick={() => onDelete(project)}>
              {common.delete}
            </Button>
          )}
        </div>
      </Cell>
    </tr>
  )
}

function useRefresh(): () => void {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: ['projects'] })
    void client.invalidateQueries(meQuery)
  }
}

const patchProject = (id: string, name: string, policyId: string | null) =>
  getData(api.PATCH('/api/projects/{id}', { params: { path: { id } }, body: { name, escalation_policy_id: policyId } }))

/** @param project null for a new project */
function ProjectDialog({ project, onClose }: { project: Project | null; onClose: () => void }) {
  const { settings, common } = useText()
  const labels = settings.projects
  const [name, setName] = useState(project?.name ?? '')
  const [policyId, setPolicyId] = useState(project?.escalation_policy_id ?? null)
  const toast = useToast()
  const refresh = useRefresh()
  const send = () =>
    project ? patchProject(project.id, name, policyId) : getData(api.POST('/api/projects', { body: { name } }))
  const form = useSubmit(send, {
    onDone: () => {
      if (project) {
        const before = () => patchProject(project.id, project.name, project.escalation_policy_id ?? null)
        toast.done(common.saved, undefined, () => before().finally(refresh))
      } else toast.done(labels.created(name))
      refresh()
      onClose()
    },
  })
  return (
    <FormDialog
      onClose={onClose}
      title={project ? labels.editTitle(project.name) : labels.new}
      form={form}
      submit={project ? common.save : common.create}
    >
      <TextField
        label={labels.name}
        value={name}
        maxLength={80}
        onChange={(event) => setName(event.target.value)}
        error={form.findError('name')}
      />
      {project && (
        <ProjectPolicyPicker
          projectId={project.id}
          value={policyId}
          onChange={setPolicyId}
          error={form.findError('escalation_policy_id')}
        />
      )}
    </FormDialog>
  )
}

function Deletion({ project, onClose }: { project: Project; onClose: () => void }) {
  const { settings, common } = useText()
  const labels = settings.projects
  const format = useFormat()
  const toast = useToast()
  const refresh = useRefresh()
  const deletion = useSubmit(
    () => getData(api.DELETE('/api/projects/{id}', { params: { path: { id: project.id } }, body: { confirm: true } })),
    {
      onDone: () => {
        toast.done(labels.deleted(project.name))
        refresh()
        onClose()
      },
    },
  )
  return (
    <ConfirmSubmit onClose={onClose} form={deletion} title={labels.deleteTitle(project.name)} action={common.delete}>
      <p>{labels.deleteText(format.number(project.monitor_count))}</p>
    </ConfirmSubmit>
  )
}
