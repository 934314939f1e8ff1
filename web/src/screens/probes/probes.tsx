/** Who runs the checks, where, and how they get on: for the admin of the instance. */
import { useQuery } from '@tanstack/react-query'
import { Lock, Plus } from 'lucide-react'
import { useState } from 'react'
import { useMe } from '../../app/me.ts'
import { regionsQuery } from '../../parts/queries.ts'
import { useProbesText } from '../../text/probes.ts'
import { useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, useWindowTitle } from '../../ui/page.tsx'
import { Notice, Skeleton, Trouble } from '../../ui/trouble.tsx'
import { AddProbe } from './add-probe.tsx'
import { watchedProbesQuery } from './queries.ts'
import { RegionCard } from './region-card.tsx'
import { homesOf, isAlone, serverVersionOf } from './standing.ts'
import { TokensCard } from './tokens-card.tsx'

export default function Probes() {
  const words = useProbesText()
  const { settings } = useText()
  const { user } = useMe()
  useWindowTitle(settings.nav.probes)
  return user.is_instance_admin ? <Overview /> : <Notice icon={Lock} title={words.onlyAdmin} />
}

function Overview() {
  const words = useProbesText()
  const probes = useQuery(watchedProbesQuery)
  const regions = useQuery(regionsQuery)
  const [isAdding, setAdding] = useState(false)
  const error = probes.data && regions.data ? null : (probes.error ?? regions.error)
  if (error) return <Trouble error={error} onRetry={() => void Promise.all([probes.refetch(), regions.refetch()])} />
  if (!probes.data || !regions.data) return <Skeleton lines={8} />
  const serverVersion = serverVersionOf(probes.data)
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-3xl min-w-0 flex-1 basis-64 text-muted">{words.intro}</p>
        <Button look="primary" icon={Plus} onClick={() => setAdding(true)}>
          {words.add}
        </Button>
      </div>
      <div className="flex flex-col gap-5">
        {homesOf(regions.data, probes.data).map((home) => (
          <RegionCard key={home.region.code} home={home} serverVersion={serverVersion} />
        ))}
        {isAlone(probes.data) && <FirstSteps />}
        <TokensCard probes={probes.data} regions={regions.data} />
      </div>
      {isAdding && <AddProbe regions={regions.data} onClose={() => setAdding(false)} />}
    </>
  )
}

/** What one comes to see who has no probe elsewhere: why, and how. */
function FirstSteps() {
  const { first } = useProbesText()
  return (
    <Card title={first.title}>
      <p className="max-w-3xl">{first.text}</p>
      <ol className="mt-3 grid max-w-5xl gap-3 lg:grid-cols-3">
        {[first.make, first.run, first.come].map((step, index) => (
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
