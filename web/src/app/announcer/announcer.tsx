/** Live region of the dashboard. Announces changes of monitors and incidents, whichever screen is open. */
import { useEffect, useSyncExternalStore } from 'react'
import { loadChunk } from '../../api/chunk.ts'
import { type LiveEvent, onLiveEvent } from '../../api/events.ts'
import { useProjectId } from '../../api/project.ts'
import { useLanguage } from '../../text/text.tsx'
import { useMe } from '../me.ts'
import { findLoadedMonitor } from '../monitor-store/use-monitor-store.ts'
import { announce, getAnnouncement, onAnnouncement } from './announce.ts'

/** Events within this time are one announcement. */
const BATCH_MS = 2_000

const TYPES: readonly LiveEvent['type'][] = [
  'monitor.status',
  'incident.opened',
  'incident.reopened',
  'incident.resolved',
]

export function Announcer() {
  useChangeAnnouncements()
  const announcement = useSyncExternalStore(onAnnouncement, getAnnouncement)
  return (
    <div aria-live="polite" className="sr-only" data-announcer>
      {announcement && <p key={announcement.id}>{announcement.text}</p>}
    </div>
  )
}

function useChangeAnnouncements(): void {
  const project = useProjectId()
  const { language } = useLanguage()
  const { name } = useMe().user
  // biome-ignore lint/correctness/useExhaustiveDependencies: events of another project are dropped
  useEffect(() => {
    let batch: LiveEvent[] = []
    let earlier: LiveEvent[] = []
    let flushedAt = Number.NEGATIVE_INFINITY
    let timer: ReturnType<typeof setTimeout> | undefined
    const flush = async () => {
      const changes = { events: batch, earlier }
      earlier = batch
      batch = []
      flushedAt = performance.now()
      timer = undefined
      const { describeChanges } = await loadChunk(() => import('./changes.ts'))
      const text = describeChanges(changes, { name, language }, (id) => findLoadedMonitor(id)?.name)
      if (text) announce(text)
    }
    const stop = onLiveEvent((event) => {
      if (!TYPES.includes(event.type)) return
      if (!timer && performance.now() - flushedAt > BATCH_MS) earlier = []
      batch.push(event)
      timer ??= setTimeout(flush, BATCH_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [project, language, name])
}
