import { CircleX, Pin, Shuffle } from 'lucide-react'
import { useId } from 'react'
import { useFormat, useText } from '../../text/text.tsx'
import { Badge } from '../../ui/status.tsx'
import { listRemarks, type RegionProbes } from './probe-health.ts'
import { ProbeRow } from './probe-row.tsx'

interface Props {
  regionProbes: RegionProbes
  serverVersion: string | null
}

export function RegionCard({ regionProbes, serverVersion }: Props) {
  const labels = useText().probes
  const { region, probes, onlineCount } = regionProbes
  const id = useId()
  const isDeserted = probes.length > 0 && onlineCount === 0
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-lg border border-line bg-surface">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-2.5">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <h2 id={id} className="font-semibold wrap-anywhere">
            {region.name}
          </h2>
          {region.name !== region.code && <code className="text-sm text-muted">{region.code}</code>}
        </div>
        <Facts regionProbes={regionProbes} />
      </header>
      {isDeserted && (
        <p className="border-b border-line bg-degraded-soft px-4 py-2 text-degraded">
          {region.is_default ? labels.uncoveredAutomatic : labels.uncovered}
        </p>
      )}
      {probes.length === 0 ? (
        <p className="p-4 text-muted">{labels.noProbes}</p>
      ) : (
        <ul className="divide-y divide-line">
          {probes.map((probe) => (
            <ProbeRow key={probe.id} probe={probe} remarks={listRemarks(probe, regionProbes, serverVersion)} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Facts({ regionProbes: { region, probes, onlineCount } }: Pick<Props, 'regionProbes'>) {
  const labels = useText().probes
  const { number } = useFormat()
  const role = region.is_default ? 'automatic' : 'pinned'
  const known = probes.filter(({ state }) => state !== 'stopped').length
  const live = probes.filter(({ state }) => state === 'live').length
  const can = { icmp: probes.some((one) => one.capabilities.icmp), ipv6: probes.some((one) => one.capabilities.ipv6) }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-muted">
      <span className="inline-flex items-center gap-1.5" title={labels.roleHelp[role]}>
        {region.is_default ? <Shuffle className="size-3.5" aria-hidden /> : <Pin className="size-3.5" aria-hidden />}
        {labels.role[role]}
      </span>
      {onlineCount > 0 && (
        <>
          <span>{can.icmp ? labels.can.icmp : labels.cannot.icmp}</span>
          <span>{can.ipv6 ? labels.can.ipv6 : labels.cannot.ipv6}</span>
          <span className="tabular">
            {known === 1 && live === 1 ? labels.liveOne : labels.live(number(live), number(known))}
          </span>
        </>
      )}
      {onlineCount === 0 && probes.length > 0 && (
        <Badge tone="down" icon={CircleX}>
          {labels.noneLive}
        </Badge>
      )}
    </div>
  )
}
