/** Configuration as code: exports the project as a document, and applies documents and files of other products. */
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { api, getData } from '../../../api/client.ts'
import { toProblem } from '../../../api/problem.ts'
import { usePermission, useProject } from '../../../app/me.ts'
import { saveFile } from '../../../parts/platform/save-file.ts'
import { useText } from '../../../text/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { Card, useWindowTitle } from '../../../ui/page.tsx'
import { ApplyCard } from './apply-card.tsx'

export default function Configuration() {
  const { settings } = useText()
  const labels = settings.configuration
  const project = useProject()
  const mayEdit = usePermission('can_edit_monitors')
  const download = useMutation({
    mutationFn: () =>
      getData(
        api.GET('/api/projects/{projectId}/config/export', {
          params: { path: { projectId: project.id }, query: { format: 'yaml' } },
        }),
      ),
    onSuccess: ({ yaml = '' }) => saveFile(new Blob([yaml], { type: 'application/yaml' }), `${project.slug}.yaml`),
  })
  useWindowTitle(settings.nav.configuration)
  return (
    <div className="flex flex-col gap-4">
      <Card title={labels.exportTitle}>
        <p className="mb-4 max-w-prose text-muted">{labels.exportText(project.name)}</p>
        <FormProblem problem={download.error && toProblem(download.error)} />
        <Button icon={Download} isPending={download.isPending} onClick={() => download.mutate()}>
          {labels.download}
        </Button>
      </Card>
      {mayEdit && <ApplyCard key={project.id} project={project} />}
    </div>
  )
}
