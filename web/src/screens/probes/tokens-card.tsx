import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { Probe } from '../../parts/probe-trouble.ts'
import { nameOf, type Region } from '../../parts/regions.ts'
import { useProbesText } from '../../text/probes.ts'
import { useFormat } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Card } from '../../ui/page.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { Ago, DateTime } from '../../ui/time.tsx'
import { Notice, Skeleton, Trouble } from '../../ui/trouble.tsx'
import { type ProbeToken, tokensQuery } from './queries.ts'
import { RevokeToken } from './revoke-token.tsx'
import { usersOf } from './standing.ts'

interface Props {
  probes: readonly Probe[]
  regions: readonly Region[]
}

export function TokensCard({ probes, regions }: Props) {
  const words = useProbesText().tokens
  const { number } = useFormat()
  const { data, error, refetch } = useQuery(tokensQuery)
  const [doomed, setDoomed] = useState<ProbeToken | null>(null)
  const used = data?.filter(({ revoked_at: at }) => at === null) ?? []
  const revoked = data?.filter(({ revoked_at: at }) => at !== null) ?? []
  return (
    <Card title={words.title} isFlush>
      {error && !data ? (
        <Trouble error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="p-4" />
      ) : (
        <>
          {used.length === 0 ? (
            <Notice icon={KeyRound} title={words.empty}>
              {words.intro}
            </Notice>
          ) : (
            <>
              <p className="px-4 pt-3 text-muted">{words.intro}</p>
              <UsedTokens tokens={used} probes={probes} regions={regions} onRevoke={setDoomed} />
            </>
          )}
          {revoked.length > 0 && (
            <Disclosure title={words.revokedOnes(number(revoked.length))} className="border-t border-line px-4 pt-1">
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
  const words = useProbesText().tokens
  const { number } = useFormat()
  return (
    <Table
      label={words.title}
      isStacked
      head={[
        words.name,
        words.region,
        { text: words.probes, isNumber: true },
        words.used,
        { text: words.revoke, isHidden: true },
      ]}
    >
      {tokens.map((token) => (
        <tr key={token.id}>
          <Cell>
            <span className="font-medium wrap-anywhere">{token.name}</span>
            <p className="text-sm text-muted">
              {words.made} <DateTime at={token.created_at} />
            </p>
          </Cell>
          <Cell label={words.region}>{nameOf(token.region, regions)}</Cell>
          <Cell label={words.probes} isNumber>
            {number(usersOf(token.id, probes).length)}
          </Cell>
          <Cell label={words.used} className="whitespace-nowrap">
            {token.last_used_at === null ? words.never : <Ago at={token.last_used_at} />}
          </Cell>
          <Cell className="text-right">
            <Button
              size="small"
              look="danger"
              aria-label={words.revokeOf(token.name)}
              className="max-sm:min-h-10"
              onClick={() => onRevoke(token)}
            >
              {words.revoke}
            </Button>
          </Cell>
        </tr>
      ))}
    </Table>
  )
}

function RevokedTokens({ tokens, regions }: { tokens: readonly ProbeToken[]; regions: readonly Region[] }) {
  const words = useProbesText().tokens
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {tokens.map((token) => (
        <li key={token.id} className="wrap-anywhere">
          {token.name} <span className="text-muted">· {nameOf(token.region, regions)} · </span>
          {token.revoked_at !== null && (
            <span className="text-muted">
              {words.revokedOn} <DateTime at={token.revoked_at} />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
