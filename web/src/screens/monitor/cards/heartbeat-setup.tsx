/** Setup of a heartbeat: its ping URL, and example lines to copy. */
import { useState } from 'react'
import { useText } from '../../../text/text.tsx'
import { CopyBox, CopyButton } from '../../../ui/copy.tsx'
import { ScrollBox } from '../../../ui/scroll-box.tsx'
import type { Monitor } from '../queries.ts'

const getCronTime = (monitor: Monitor): string => monitor.heartbeat_config?.schedule ?? '0 * * * *'

function buildSnippets(url: string, monitor: Monitor) {
  // Without --retry-connrefused curl gives up immediately while the server restarts
  const curl = 'curl -fsS -m 10 --retry 7 --retry-connrefused --retry-max-time 180 -o /dev/null'
  return {
    cron: `${getCronTime(monitor)} /path/to/job && ${curl} ${url}`,
    curl: `${curl} ${url}`,
    exit: `url=${url}\n${curl} $url/start\n/path/to/job\n${curl} $url/$?`,
  }
}

export function HeartbeatSetup({ monitor }: { monitor: Monitor }) {
  const { setup } = useText().monitor
  const [isOpen, setOpen] = useState(monitor.last_heartbeat_at === undefined)
  const url = monitor.heartbeat_url ?? ''
  const { cron, curl, exit } = buildSnippets(url, monitor)
  return (
    <details
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="mt-4 border-t border-line pt-3"
    >
      <summary className="w-fit rounded py-1 font-medium text-accent">{setup.show}</summary>
      <div className="mt-3 flex max-w-4xl flex-col gap-4">
        <div>
          <p className="mb-1 font-medium">{setup.url}</p>
          <CopyBox value={url} label={setup.url} />
          <p className="mt-1 text-sm text-muted">{setup.secret}</p>
        </div>
        <Snippet title={setup.cron} help={setup.cronHelp} code={cron} />
        <Snippet title={setup.curl} help={setup.curlHelp} code={curl} />
        <Snippet title={setup.exit} help={setup.exitHelp} code={exit} />
      </div>
    </details>
  )
}

function Snippet({ title, help, code }: { title: string; help?: string; code: string }) {
  return (
    <div>
      <p className="mb-1 flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium">{title}</span>
        {help && <span className="text-sm text-muted">{help}</span>}
      </p>
      <div className="flex items-start gap-1 rounded-md bg-sunken">
        <ScrollBox label={title} className="min-w-0 flex-1 p-3">
          <pre className="font-mono">{code}</pre>
        </ScrollBox>
        <CopyButton value={code} />
      </div>
    </div>
  )
}
