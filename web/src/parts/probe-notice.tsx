/** Tells an admin of the instance, and nobody else, that somebody who runs checks is in trouble. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RadioTower } from 'lucide-react'
import { useMe } from '../app/me.ts'
import { useFormat, useText } from '../text/text.tsx'
import { useNow } from '../ui/time.tsx'
import { troubleOf } from './probe-trouble.ts'
import { probesQuery, regionsQuery } from './queries.ts'

const LOOK_MS = 60_000

export function ProbeNotice() {
  const isAdmin = useMe().user.is_instance_admin
  const { probes: words } = useText().monitors
  const { list } = useFormat()
  const now = useNow()
  const { data: probes } = useQuery({ ...probesQuery, enabled: isAdmin, refetchInterval: LOOK_MS })
  const trouble = probes ? troubleOf(probes, now) : null
  const { data: regions = [] } = useQuery({ ...regionsQuery, enabled: trouble !== null && trouble.deserted.length > 0 })
  if (!trouble) return null
  const { deserted, stuck, lost } = trouble
  const nameOf = (code: string) => regions.find((region) => region.code === code)?.name ?? code
  const said = [
    ...(deserted.length > 0 ? [words.deserted(list(deserted.map(nameOf)))] : []),
    ...(stuck.length > 0 ? [words.stuck(list(stuck))] : []),
    ...(lost.length > 0 ? [words.lost(list(lost))] : []),
  ]
  return (
    <p role="status" className="mb-3 flex items-start gap-2 rounded-lg bg-degraded-soft px-3 py-2 text-degraded">
      <RadioTower className="mt-0.5 size-4.5 shrink-0" aria-hidden />
      <span>
        {said.join(' ')}{' '}
        <Link to="/settings/probes" className="rounded font-medium underline underline-offset-2">
          {words.look}
        </Link>
      </span>
    </p>
  )
}
