import { ExternalLink } from 'lucide-react'
import type { Schemas } from '../../api/types.ts'
import { useText } from '../../text/text.tsx'
import { Card } from '../../ui/page.tsx'

/** Notes and runbook of the monitor. Nothing when it has neither. */
export function InstructionsCard({ monitor: { notes, runbook_url: runbook } }: { monitor: Schemas['Monitor'] }) {
  const text = useText().monitor.instructions
  if (notes === undefined && runbook === undefined) return null
  return (
    <Card title={text.title}>
      <div className="flex flex-col gap-3">
        {notes !== undefined && <p className="whitespace-pre-wrap wrap-anywhere">{notes}</p>}
        {runbook !== undefined && (
          <p className="flex flex-wrap gap-x-2">
            <span className="text-muted">{text.runbook}</span>
            <a
              href={runbook}
              target="_blank"
              rel="noopener noreferrer"
              className="inline-flex min-w-0 items-center gap-1 rounded text-accent underline-offset-2 hover:underline"
            >
              <span className="min-w-0 wrap-anywhere">{runbook}</span>
              <ExternalLink className="size-4 shrink-0" aria-hidden />
            </a>
          </p>
        )}
      </div>
    </Card>
  )
}
