/** Annotations of a monitor in its events: notes and a runbook. */
import type { Event } from './event.ts'

/** Texts of a monitor for the recipients of its alerts, as in Prometheus. */
export interface MonitorAnnotations {
  notes: string | null
  runbookUrl: string | null
}

/** Returns the event with the annotations of its monitor. */
export function addAnnotations(event: Event, { notes, runbookUrl }: MonitorAnnotations): Event {
  const { monitor } = event.data
  if (!monitor || (notes === null && runbookUrl === null)) return event
  const annotated = {
    ...monitor,
    ...(notes !== null && { notes }),
    ...(runbookUrl !== null && { runbook_url: runbookUrl }),
  }
  return { ...event, data: { ...event.data, monitor: annotated } }
}
