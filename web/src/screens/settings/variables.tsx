/** Variables of the selected project. */
import { useQuery } from '@tanstack/react-query'
import { Braces, Plus } from 'lucide-react'
import { useState } from 'react'
import { api, getData } from '../../api/client.ts'
import { runAsking } from '../../app/managed/ask.ts'
import { ManagedBy } from '../../app/managed/managed.tsx'
import { usePermission, useProject } from '../../app/me.ts'
import { useFormPreload } from '../../parts/forms/resources/resource-dialog.tsx'
import { useFormat, useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { LoadError, Notice, Skeleton } from '../../ui/notice.tsx'
import { Card, useWindowTitle } from '../../ui/page.tsx'
import { Badge } from '../../ui/status.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { type Variable, VariableDeletion, VariableDialog } from './variable-dialogs.tsx'

export default function Variables() {
  const { settings } = useText()
  const labels = settings.variables
  const project = useProject()
  const mayEdit = usePermission('can_edit_monitors')
  const [edited, setEdited] = useState<Variable | 'new' | null>(null)
  const [doomed, setDoomed] = useState<Variable | null>(null)
  const list = useQuery({
    queryKey: ['variables', project.id],
    queryFn: () =>
      getData(api.GET('/api/projects/{projectId}/variables', { params: { path: { projectId: project.id } } })),
  })
  useWindowTitle(settings.nav.variables)
  useFormPreload('variable')
  if (list.isPending) return <Skeleton />
  if (list.isLoadingError) return <LoadError error={list.error} onRetry={() => void list.refetch()} />
  const { variables } = list.data
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-prose text-muted">{labels.intro(project.name)}</p>
        {mayEdit && (
          <Button variant="primary" icon={Plus} onClick={() => setEdited('new')}>
            {labels.new}
          </Button>
        )}
      </div>
      <Card isFlush>
        {variables.length === 0 ? (
          <Notice icon={Braces} title={labels.empty}>
            {labels.emptyText}
          </Notice>
        ) : (
          <Table
            label={settings.nav.variables}
            isStacked
            head={[
              labels.name,
              labels.value,
              { text: labels.monitors, isNumber: true },
              { text: settings.title, isHidden: true },
            ]}
          >
            {variables.map((variable) => (
              <Row key={variable.id} variable={variable} mayEdit={mayEdit} onEdit={setEdited} onDelete={setDoomed} />
            ))}
          </Table>
        )}
      </Card>
      {edited && <VariableDialog variable={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      {doomed && <VariableDeletion variable={doomed} onClose={() => setDoomed(null)} />}
    </>
  )
}

interface RowProps {
  variable: Variable
  mayEdit: boolean
  onEdit: (variable: Variable) => void
  onDelete: (variable: Variable) => void
}

function Row({ variable, mayEdit, onEdit, onDelete }: RowProps) {
  const { settings, common } = useText()
  const labels = settings.variables
  const format = useFormat()
  return (
    <tr>
      <Cell>
        <code className="font-medium wrap-anywhere">{`{{${variable.name}}}`}</code>
        {variable.description && <p className="text-sm text-muted wrap-anywhere">{variable.description}</p>}
        <ManagedBy resource={variable} />
      </Cell>
      <Cell label={labels.value}>
        {variable.is_secret ? (
          <Badge tone="quiet">{labels.secret}</Badge>
        ) : (
          <span className="line-clamp-3 text-sm whitespace-pre-line wrap-anywhere">{variable.value}</span>
        )}
      </Cell>
      <Cell isNumber label={labels.monitors}>
        {format.number(variable.monitor_count)}
      </Cell>
      <Cell>
        {mayEdit && (
          <div className="flex flex-wrap gap-2 sm:justify-end">
            <Button
              size="small"
              onClick={() => runAsking([variable], () => onEdit(variable))}
              aria-label={labels.editTitle(variable.name)}
            >
              {common.edit}
            </Button>
            <Button
              size="small"
              variant="danger"
              onClick={() => onDelete(variable)}
              aria-label={labels.deleteLabel(variable.name)}
            >
              {common.delete}
            </Button>
          </div>
        )}
      </Cell>
    </tr>
  )
}
