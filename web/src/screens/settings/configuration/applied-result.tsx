/** The resources that an applied plan created, with links, and the report of the import, also as a file. */
import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import type { Schemas } from '../../../api/types.ts'
import { saveFile } from '../../../parts/platform/save-file.ts'
import { useFormat, useText } from '../../../text/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { ImportReport } from './import-report.tsx'

export interface Applied {
  plan: Schemas['ConfigurationPlan']
  /** Null without an import. */
  report: Schemas['ImportedConfiguration']['report']
}

/** Where the resources of a collection are shown. */
const PLACES = {
  monitors: '/',
  groups: '/groups',
  notification_targets: '/notifications',
  escalation_policies: '/notifications/escalation',
  on_call_schedules: '/on-call',
  maintenance_windows: '/maintenance',
  status_pages: '/status-pages',
  variables: '/settings/variables',
  project: '/settings/projects',
} as const

export function AppliedResult({ plan, report }: Applied) {
  const labels = useText().settings.configuration
  const format = useFormat()
  const written = Map.groupBy(
    plan.changes.filter(({ action }) => action !== 'delete'),
    ({ collection }) => collection,
  )
  return (
    <section aria-label={labels.applied} className="mt-6 flex flex-col gap-3">
      <h3 className="font-semibold">{labels.applied}</h3>
      <ul className="flex flex-col gap-1">
        {[...written].map(([collection, changes]) => (
          <li key={collection}>
            <Link to={PLACES[collection]} className="text-accent hover:underline">
              {labels.collections[collection]}
            </Link>
            : {format.number(changes.length)}
          </li>
        ))}
      </ul>
      {report && (
        <div>
          <ImportReport report={report} />
          <Button
            icon={Download}
            onClick={() =>
              saveFile(new Blob([JSON.stringify(report, null, 2)], { type: 'application/json' }), 'import-report.json')
            }
          >
            {labels.downloadReport}
          </Button>
        </div>
      )}
    </section>
  )
}
