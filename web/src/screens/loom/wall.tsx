/** The picture behind a link, for a screen on the wall. The token is in the fragment, which browsers never send. */
import { Ban } from 'lucide-react'
import { useCallback, useSyncExternalStore } from 'react'
import { isLinkOver, readLinkedLoom } from '../../api/link.ts'
import { toPlainTitle } from '../../app/incidents/plain-title.ts'
import { useFormat, useText } from '../../text/text.tsx'
import { LoadError, Notice, Skeleton } from '../../ui/notice.tsx'
import { useWindowTitle } from '../../ui/page.tsx'
import { LoomView } from './loom-view.tsx'
import { useLoom } from './use-loom.ts'

function onHashChange(listener: () => void): () => void {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

export default function Wall() {
  const text = useText().loom
  const { clock } = useFormat()
  const token = useSyncExternalStore(onHashChange, () => location.hash.slice(1))
  useWindowTitle(text.title)
  const read = useCallback((from: string | undefined) => readLinkedLoom(token, from), [token])
  const { loom, error } = useLoom(read, isLinkOver)
  if (error && isLinkOver(error))
    return (
      <main className="grid h-dvh place-items-center">
        <Notice icon={Ban} title={text.ended} />
      </main>
    )
  if (!loom) return error ? <LoadError error={error} /> : <Skeleton className="p-8" lines={8} />
  return (
    <main className="h-dvh">
      <LoomView
        loom={loom}
        onOpen={null}
        renderIncident={({ title }) => toPlainTitle(title)}
        notice={error ? <span className="text-degraded">{text.outdated(clock(loom.as_of))}</span> : null}
      />
    </main>
  )
}
