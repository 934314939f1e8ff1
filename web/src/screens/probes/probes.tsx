/** Probes by region and their health, for admins of the instance. */
import { useQuery } from '@tanstack/react-query'
import { Lock, Plus } from 'lucide-react'
import { useState } from 'react'
import { useMe } from '../../app/me.ts'
import { regionsQuery } from '../../parts/platform/queries.ts'
import { useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { LoadError, Notice, Skeleton } from '../../ui/notice.tsx'
import { Card, useWindowTitle } from '../../ui/page.tsx'
import { AddProbe } from './add-probe.tsx'
import { findServerVersion, groupByRegion, hasOnlyServers } from './probe-health.ts'
import { watchedProbesQuery } from './queries.ts'
import { RegionCard } from './region-card.tsx'
import { TokensCard } from './tokens-card.tsx'

export default function Probes() {
  const labels = useText().probes
  const { settings } = useText()
  const { user } = useMe()
  useWindowTitle(settings.nav.probes)
  return user.is_instance_admin ? <Overview /> : <Notice icon={Lock} title={labels.onlyAdmin} />
}

function Overview() {
  const labels = useText().probes
  const probes = useQuery(watchedProbesQuery)
  const regions = useQuery(regionsQuery)
  const [isAdding, setAdding] = useState(false)
  const error = probes.data && regions.data ? null : (probes.error ?? regions.error)
  if (error) return <LoadError error={error} onRetry={() => void Promise.all([probes.refetch(), regions.refetch()])} />
  if (!probes.data || !regions.data) return <Skeleton lines={8} />
  const serverVersion = findServerVersion(probes.data)
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-3xl min-w-0 flex-1 basis-64 text-muted">{labels.intro}</p>
        <Button variant="primary" icon={Plus} onClick={() => setAdding(true)}>
          {labels.add}
        </Button>
      </div>
      <div className="flex flex-col gap-5">
        {groupByRegion(regions.data, probes.data).map((regionProbes) => (
          <RegionCard key={regionProbes.region.code} regionProbes={regionProbes} serverVersion={serverVersion} />
        ))}
        {hasOnlyServers(probes.data) && <FirstSteps />}
        <TokensCard probes={probes.data} regions={regions.data} />
      </div>
      {isAdding && <AddProbe regions={regions.data} onClose={() => setAdding(false)} />}
    </>
  )
}

/** Introduction for admins without probes in other places: why to add one, and how. */
function FirstSteps() {
  const { introduction } = useText().probes
  return (
    <Card title={introduction.title}>
      <p className="max-w-3xl">{introduction.text}</p>
      <ol className="mt-3 grid max-w-5xl gap-3 lg:grid-cols-3">
        {[introduction.create, introduction.run, introduction.come].map((step, index) => (
          <li key={step} className="flex gap-3 rounded-md bg-sunken p-3">
            <span
              className="flex size-7 shrink-0 items-center justify-center rounded-full bg-accent text-sm font-semibold text-on-accent"
              aria-hidden
            >
              {index + 1}
            </span>
            <span className="min-w-0">{step}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
