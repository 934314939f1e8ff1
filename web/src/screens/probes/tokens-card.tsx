import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { Probe } from '../../parts/probes/probe-problems.ts'
import { getRegionName, type Region } from '../../parts/probes/regions.ts'
import { useFormat, useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { LoadError, Notice, Skeleton } from '../../ui/notice.tsx'
import { Card } from '../../ui/page.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { Ago, DateTime } from '../../ui/time.tsx'
import { listTokenProbes } from './probe-health.ts'
import { type ProbeToken, tokensQuery } from './queries.ts'
import { RevokeToken } from './revoke-token.tsx'

interface Props {
  probes: readonly Probe[]
  regions: readonly Region[]
}

export function TokensCard({ probes, regions }: Props) {
  const labels = useText().probes.tokens
  const { number } = useFormat()
  const { data, error, refetch } = useQuery(tokensQuery)
  const [doomed, setDoomed] = useState<ProbeToken | null>(null)
  const used = data?.filter(({ revoked_at: at }) => at === null) ?? []
  const revoked = data?.filter(({ revoked_at: at }) => at !== null) ?? []
  return (
    <Card title={labels.title} isFlush>
      {error && !data ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="p-4" />
      ) : (
        <>
          {used.length === 0 ? (
            <Notice icon={KeyRound} title={labels.empty}>
              {labels.intro}
            </Notice>
          ) : (
            <>
              <p className="px-4 pt-3 text-muted">{labels.intro}</p>
              <UsedTokens tokens={used} probes={probes} regions={regions} onRevoke={setDoomed} />
            </>
          )}
          {revoked.length > 0 && (
            <Disclosure title={labels.revokedOnes(number(revoked.length))} className="border-t border-line px-4 pt-1">
              <RevokedTokens tokens={revoked} regions={regions} />
            </Disclosure>
          )}
        </>
      )}
      {doomed && <RevokeToken token={doomed} probes={probes} regions={regions} onClose={() => setDoomed(null)} />}
    </Card>
  )
}

interface UsedProps extends Props {
  tokens: readonly ProbeToken[]
  onRevoke: (token: ProbeToken) => void
}

function UsedTokens({ tokens, probes, regions, onRevoke }: UsedProps) {
  const labels = useText().probes.tokens
  const { number } = useFormat()
  return (
    <Table
      label={labels.title}
      isStacked
      head={[
        labels.name,
        labels.region,
        { text: labels.probes, isNumber: true },
        labels.used,
        { text: labels.revoke, isHidden: true },
      ]}
    >
      {tokens.map((token) => (
        <tr key={token.id}>
          <Cell>
            <span className="font-medium wrap-anywhere">{token.name}</span>
            <p className="text-sm text-muted">
              {labels.made} <DateTime at={token.created_at} />
            </p>
          </Cell>
          <Cell label={labels.region}>{getRegionName(token.region, regions)}</Cell>
          <Cell label={labels.probes} isNumber>
            {number(listTokenProbes(token.id, probes).length)}
          </Cell>
          <Cell label={labels.used} className="whitespace-nowrap">
            {token.last_used_at === null ? labels.never : <Ago at={token.last_used_at} />}
          </Cell>
          <Cell className="text-right">
            <Button
              size="small"
              variant="danger"
              aria-label={labels.revokeOf(token.name)}
              className="max-sm:min-h-10"
              onClick={() => onRevoke(token)}
            >
              {labels.revoke}
            </Button>
          </Cell>
        </tr>
      ))}
    </Table>
  )
}

function RevokedTokens({ tokens, regions }: { tokens: readonly ProbeToken[]; regions: readonly Region[] }) {
  const labels = useText().probes.tokens
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {tokens.map((token) => (
        <li key={token.id} className="wrap-anywhere">
          {token.name} <span className="text-muted">· {getRegionName(token.region, regions)} · </span>
          {token.revoked_at !== null && (
            <span className="text-muted">
              {labels.revokedOn} <DateTime at={token.revoked_at} />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
