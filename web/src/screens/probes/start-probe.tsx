import { useQuery } from '@tanstack/react-query'
import { CircleCheck, LoaderCircle } from 'lucide-react'
import { useFormat, useText } from '../../text/text.tsx'
import { CopyBox } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { buildCommand } from './command.ts'
import { listTokenProbes } from './probe-health.ts'
import { watchedProbesQuery } from './queries.ts'

/** Shows a token once with the command that uses it, and reports when the probe has connected. */
export function StartProbe({ id, token, onClose }: { id: string; token: string; onClose: () => void }) {
  const { startProbe: labels } = useText().probes
  const command = buildCommand(location.origin, token)
  return (
    <Dialog isOpen onClose={onClose} title={labels.title} isWide>
      <div className="flex flex-col gap-4">
        <div>
          <p className="mb-2">{labels.text}</p>
          <CopyBox value={token} label={labels.token} />
        </div>
        <div>
          <p className="mb-2">{labels.run}</p>
          <CopyBox value={command.text} label={labels.command} />
          <p className="mt-2 text-sm text-muted">{labels.hint}</p>
          {command.isLoopback && <p className="mt-2 text-sm text-degraded">{labels.loopback}</p>}
          {command.isInsecure && <p className="mt-2 text-sm text-degraded">{labels.insecure}</p>}
        </div>
        <Arrival tokenId={id} />
      </div>
    </Dialog>
  )
}

function Arrival({ tokenId }: { tokenId: string }) {
  const { startProbe: labels } = useText().probes
  const { list } = useFormat()
  const { data = [] } = useQuery(watchedProbesQuery)
  const names = listTokenProbes(tokenId, data).map(({ name }) => name)
  return (
    <p role="status" className="flex items-center gap-2 rounded-md bg-sunken px-3 py-2">
      {names.length > 0 ? (
        <>
          <CircleCheck className="size-4 shrink-0 text-up" aria-hidden />
          <span>{labels.here(list(names))}</span>
        </>
      ) : (
        <>
          <LoaderCircle className="size-4 shrink-0 animate-spin text-muted" aria-hidden />
          <span>{labels.waiting}</span>
        </>
      )}
    </p>
  )
}
