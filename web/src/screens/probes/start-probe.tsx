import { useQuery } from '@tanstack/react-query'
import { CircleCheck, LoaderCircle } from 'lucide-react'
import { useProbesText } from '../../text/probes.ts'
import { useFormat } from '../../text/text.tsx'
import { CopyBox } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { commandOf } from './command.ts'
import { watchedProbesQuery } from './queries.ts'
import { usersOf } from './standing.ts'

/** The value of a token, which nobody will see again, and what is done with it; says when the probe has come. */
export function StartProbe({ id, token, onClose }: { id: string; token: string; onClose: () => void }) {
  const { once: words } = useProbesText()
  const command = commandOf(location.origin, token)
  return (
    <Dialog isOpen onClose={onClose} title={words.title} isWide>
      <div className="flex flex-col gap-4">
        <div>
          <p className="mb-2">{words.text}</p>
          <CopyBox value={token} label={words.token} />
        </div>
        <div>
          <p className="mb-2">{words.run}</p>
          <CopyBox value={command.text} label={words.command} />
          <p className="mt-2 text-sm text-muted">{words.hint}</p>
          {command.isLoopback && <p className="mt-2 text-sm text-degraded">{words.loopback}</p>}
          {command.isInsecure && <p className="mt-2 text-sm text-degraded">{words.insecure}</p>}
        </div>
        <Arrival tokenId={id} />
      </div>
    </Dialog>
  )
}

function Arrival({ tokenId }: { tokenId: string }) {
  const { once: words } = useProbesText()
  const { list } = useFormat()
  const { data = [] } = useQuery(watchedProbesQuery)
  const names = usersOf(tokenId, data).map(({ name }) => name)
  return (
    <p role="status" className="flex items-center gap-2 rounded-md bg-sunken px-3 py-2">
      {names.length > 0 ? (
        <>
          <CircleCheck className="size-4 shrink-0 text-up" aria-hidden />
          <span>{words.here(list(names))}</span>
        </>
      ) : (
        <>
          <LoaderCircle className="size-4 shrink-0 animate-spin text-muted" aria-hidden />
          <span>{words.waiting}</span>
        </>
      )}
    </p>
  )
}
