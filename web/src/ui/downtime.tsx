/** Duration of an incident: the current outage while it is open, else the sum of its outages. */
import { useFormat } from '../text/text.tsx'
import { Lasting } from './time.tsx'

/** Times from the API. */
interface Times {
  started_at: string
  resolved_at?: string | undefined
  reopened_at?: string | undefined
  downtime_seconds?: number | undefined
}

export function Downtime({ incident }: { incident: Times }) {
  const format = useFormat()
  const { started_at: since, reopened_at: again = since, resolved_at: until, downtime_seconds: seconds } = incident
  if (until === undefined || seconds === undefined) return <Lasting since={again} until={until ?? null} />
  return <span className="tabular">{format.duration(seconds * 1_000)}</span>
}
