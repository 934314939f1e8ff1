import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { CalendarPlus, Play, Wrench } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { loadChunk } from '../../api/chunk.ts'
import { usePermission } from '../../app/me.ts'
import { useIsInterrupted } from '../../parts/forms/drafts/use-draft.ts'
import { useFormPreload } from '../../parts/forms/resources/resource-dialog.tsx'
import { useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { LoadError, Notice, Skeleton } from '../../ui/notice.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { PAGE_SIZE, windowsQuery } from './queries.ts'
import { groupWindows, type WindowSections } from './sections.ts'
import type { Window } from './times-draft.ts'
import { toDraftName, WindowForm } from './window-form.tsx'
import { WindowRow } from './window-row.tsx'

const MaintenanceNow = lazy(() => loadChunk(() => import('../../parts/monitors/maintenance-now.tsx')))

interface Search {
  /** Id of the monitor to plan a window for. */
  monitor?: string
}

export default function Maintenance() {
  const { maintenance } = useText()
  const mayEdit = usePermission('can_edit_monitors')
  const { monitor } = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  useFormPreload('maintenance-window')
  const isInterrupted = useIsInterrupted(toDraftName(null))
  const [dialog, setDialog] = useState<'plan' | 'now' | null>((monitor && mayEdit) || isInterrupted ? 'plan' : null)
  const [offset, setOffset] = useState(0)
  const { data, error, refetch } = useQuery(windowsQuery(offset))
  return (
    <Page
      title={maintenance.title}
      subtitle={maintenance.subtitle}
      actions={
        mayEdit && (
          <>
            <Button icon={Play} onClick={() => setDialog('now')}>
              {maintenance.now}
            </Button>
            <Button variant="primary" icon={CalendarPlus} onClick={() => setDialog('plan')}>
              {maintenance.plan}
            </Button>
          </>
        )
      }
    >
      {error && !data ? (
        <Card>
          <LoadError error={error} onRetry={() => void refetch()} />
        </Card>
      ) : !data ? (
        <Card>
          <Skeleton lines={5} />
        </Card>
      ) : data.maintenance_windows.length === 0 && offset === 0 ? (
        <Card>
          <Notice icon={Wrench} title={maintenance.empty}>
            {maintenance.emptyHelp}
          </Notice>
        </Card>
      ) : (
        <>
          <All sections={groupWindows(data.maintenance_windows)} />
          <Pager offset={offset} limit={PAGE_SIZE} total={data.pagination.total_count} onChange={setOffset} />
        </>
      )}
      {dialog === 'plan' && mayEdit && (
        <WindowForm
          window={null}
          monitorId={monitor}
          onClose={() => {
            setDialog(null)
            // A reload must not open the dialog again
            if (monitor) void navigate({ to: '/maintenance', replace: true })
          }}
        />
      )}
      {dialog === 'now' && (
        <Suspense>
          <MaintenanceNow onClose={() => setDialog(null)} />
        </Suspense>
      )}
    </Page>
  )
}

function All({ sections }: { sections: WindowSections }) {
  const { maintenance } = useText()
  return (
    <div className="flex flex-col gap-4">
      {sections.active.length > 0 && <Section name="active" windows={sections.active} />}
      <Section name="scheduled" windows={sections.scheduled} />
      <Section
        name="past"
        windows={sections.past}
        help={<p className="border-b border-line px-4 py-2.5 text-sm text-muted">{maintenance.pastHelp}</p>}
      />
    </div>
  )
}

function Section({
  name,
  windows,
  help,
}: {
  name: keyof WindowSections
  windows: readonly Window[]
  help?: ReactNode
}) {
  const { maintenance } = useText()
  return (
    <Card title={maintenance.sections[name]} isFlush>
      {windows.length === 0 ? (
        <p className="p-4 text-muted">{maintenance.nothing[name]}</p>
      ) : (
        <>
          {help}
          <ul className="divide-y divide-line">
            {windows.map((window) => (
              <WindowRow key={window.id} window={window} />
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}
