/** Page of one monitor: status with reason, measurements and incidents. */
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { toProblem } from '../../api/problem.ts'
import { StopManaging } from '../../app/managed/managed.tsx'
import { InstructionsCard } from '../../parts/monitors/instructions-card.tsx'
import { useFormat, useText } from '../../text/text.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { LoadError, Notice, Skeleton } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { StateIcon } from '../../ui/status.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Actions } from './actions.tsx'
import { CurrentStatus } from './cards/current-status.tsx'
import { Figures } from './cards/figures.tsx'
import { NoAlerts } from './cards/no-alerts.tsx'
import { NotificationLog } from './cards/notification-log.tsx'
import { Overview } from './cards/overview.tsx'
import { Pings } from './cards/pings.tsx'
import { useLiveMonitor } from './live.ts'
import { getDisplayState } from './monitor-status.ts'
import { type TabId, usePageView } from './page-view.ts'
import { type Monitor, monitorQuery } from './queries.ts'
import { History } from './results/history.tsx'
import { Replay } from './results/replay.tsx'
import { ResultDialog } from './results/result-dialog.tsx'
import { Results } from './results/results.tsx'

export default function MonitorScreen() {
  const { id } = useParams({ strict: false }) as { id: string }
  const text = useText()
  const isDeleted = useLiveMonitor(id)
  const { data: monitor, error, refetch } = useQuery({ ...monitorQuery(id), enabled: !isDeleted })
  const isGone = isDeleted || (error !== null && toProblem(error).isMissing)
  if (monitor && !isGone) return <MonitorPage key={id} monitor={monitor} />
  return (
    <Page title={text.monitor.title} crumbs={[{ label: text.shell.nav.monitors, to: '/' }]}>
      {isGone ? (
        <Notice icon={SearchX} title={text.monitor.gone.title}>
          <p>{text.monitor.gone.text}</p>
          <ButtonLink to="/" className="mt-4">
            {text.common.home}
          </ButtonLink>
        </Notice>
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={10} />
      )}
    </Page>
  )
}

function MonitorPage({ monitor }: { monitor: Monitor }) {
  const text = useText()
  const labels = text.monitor
  const [view, navigateTo] = usePageView()
  const isJob = monitor.type === 'HEARTBEAT'
  const content: Record<TabId, { label: string; content: React.ReactNode }> = {
    overview: {
      label: labels.tabs.overview,
      content: <Overview monitor={monitor} view={view} navigate={navigateTo} />,
    },
    results: isJob
      ? { label: labels.tabs.pings, content: <Pings id={monitor.id} /> }
      : {
          label: labels.tabs.results,
          content: <Results id={monitor.id} region={view.region} onOpen={(result) => navigateTo({ result })} />,
        },
    history: { label: labels.tabs.history, content: <History id={monitor.id} isJob={isJob} /> },
    notifications: { label: labels.tabs.notifications, content: <NotificationLog id={monitor.id} /> },
    replay: { label: labels.tabs.replay, content: <Replay monitor={monitor} /> },
  }
  return (
    <Page
      title={monitor.name}
      lead={<StateIcon state={getDisplayState(monitor)} />}
      subtitle={<Subtitle monitor={monitor} />}
      crumbs={[{ label: text.shell.nav.monitors, to: '/' }]}
      actions={<Actions monitor={monitor} />}
    >
      <div className="flex flex-col gap-4">
        <NoAlerts monitor={monitor} />
        <CurrentStatus monitor={monitor} onResult={(result) => navigateTo({ result })} />
        <InstructionsCard monitor={monitor} />
        <Figures monitor={monitor} />
      </div>
      <div className="mt-5">
        <Tabs
          label={labels.tabs.label}
          value={view.tab}
          onChange={(tab) => navigateTo({ tab: tab as TabId, region: null })}
          tabs={Object.entries(content).map(([id, tab]) => ({ id, ...tab }))}
        />
      </div>
      <ResultDialog id={monitor.id} resultId={view.result} onClose={() => navigateTo({ result: null })} />
    </Page>
  )
}

function Subtitle({ monitor }: { monitor: Monitor }) {
  const text = useText()
  const format = useFormat()
  const { type, target, interval_seconds, heartbeat_config: job } = monitor
  const isPage = type === 'HTTP' || type === 'KEYWORD'
  const rhythm = job?.schedule
    ? text.monitor.schedule(job.schedule, job.timezone ?? 'UTC')
    : job
      ? text.monitor.expectedEvery(format.duration((job.expected_interval_seconds ?? interval_seconds) * 1000))
      : text.monitor.every(format.duration(interval_seconds * 1000))
  const port = monitor.tcp_config?.port ?? monitor.port
  return (
    <>
      {text.status.type[type]}
      {type !== 'HEARTBEAT' && (
        <>
          {' · '}
          {isPage ? (
            <a
              href={target}
              target="_blank"
              rel="noreferrer"
              className="rounded text-accent underline-offset-2 hover:underline"
            >
              {target}
            </a>
          ) : (
            `${target}${type === 'TCP' && port !== undefined ? `:${port}` : ''}`
          )}
        </>
      )}
      {' · '}
      {rhythm}
      {monitor.managed_by && (
        <>
          {` · ${text.common.managed.by(monitor.managed_by)} `}
          <StopManaging resource={monitor} />
        </>
      )}
    </>
  )
}
