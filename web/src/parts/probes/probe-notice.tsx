/** Notice about problems with probes. Only admins of the instance see it. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RadioTower } from 'lucide-react'
import { useMe } from '../../app/me.ts'
import { useFormat, useText } from '../../text/text.tsx'
import { useNow } from '../../ui/time.tsx'
import { probesQuery, regionsQuery } from '../platform/queries.ts'
import { findProbeProblems } from './probe-problems.ts'

const REFRESH_MS = 60_000

export function ProbeNotice() {
  const isAdmin = useMe().user.is_instance_admin
  const { probes: labels } = useText().monitors
  const { list, percent, ms } = useFormat()
  const now = useNow()
  const { data: probes } = useQuery({ ...probesQuery, enabled: isAdmin, refetchInterval: REFRESH_MS })
  const problems = probes ? findProbeProblems(probes, now) : null
  const { data: regions = [] } = useQuery({
    ...regionsQuery,
    enabled: problems !== null && problems.uncoveredRegions.length > 0,
  })
  if (!problems) return null
  const { uncoveredRegions, stuck, lost, overload } = problems
  const nameOf = (code: string) => regions.find((region) => region.code === code)?.name ?? code
  const messages = [
    ...(uncoveredRegions.length > 0 ? [labels.uncovered(list(uncoveredRegions.map(nameOf)))] : []),
    ...(stuck.length > 0 ? [labels.stuck(list(stuck))] : []),
    ...(lost.length > 0 ? [labels.lost(list(lost))] : []),
    ...(overload ? [labels.overload(overload.name, percent(overload.skippedPercent, 0), ms(overload.lateMs))] : []),
  ]
  return (
    <p role="status" className="mb-3 flex items-start gap-2 rounded-lg bg-degraded-soft px-3 py-2 text-degraded">
      <RadioTower className="mt-0.5 size-4.5 shrink-0" aria-hidden />
      <span>
        {messages.join(' ')}{' '}
        <Link to="/settings/probes" className="rounded font-medium underline underline-offset-2">
          {labels.openProbes}
        </Link>
      </span>
    </p>
  )
}
