import { useQuery } from '@tanstack/react-query'
import { ExternalLink, KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { api, getData } from '../../api/client.ts'
import { useFormPreload } from '../../parts/forms/resources/resource-dialog.tsx'
import { useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { LoadError, Notice, Skeleton } from '../../ui/notice.tsx'
import { Card, useWindowTitle } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Badge } from '../../ui/status.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { Ago, DateTime } from '../../ui/time.tsx'
import { KeyActions } from './api-key-actions.tsx'
import { type ApiKey, NewKeyDialog } from './new-api-key.tsx'

const PAGE = 50

export default function ApiKeys() {
  const { settings, shell } = useText()
  const labels = settings.apiKeys
  const [offset, setOffset] = useState(0)
  const [isMaking, setMaking] = useState(false)
  const list = useQuery({
    queryKey: ['api-keys', offset],
    queryFn: () => getData(api.GET('/api/auth/api-keys', { params: { query: { limit: PAGE, offset } } })),
  })
  useWindowTitle(settings.nav.apiKeys)
  useFormPreload('api-key')
  if (list.isPending) return <Skeleton />
  if (list.isLoadingError) return <LoadError error={list.error} onRetry={() => void list.refetch()} />
  const { keys, total_count: total } = list.data
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">
          {labels.intro}{' '}
          <a href="/docs" target="_blank" rel="noopener" className="rounded text-accent underline underline-offset-2">
            {shell.nav.docs}
            <ExternalLink className="ml-1 inline size-3.5 align-[-0.125em]" aria-hidden />
          </a>
        </p>
        <Button variant="primary" icon={Plus} onClick={() => setMaking(true)}>
          {labels.new}
        </Button>
      </div>
      <Card isFlush>
        {total === 0 ? (
          <Notice icon={KeyRound} title={labels.empty}>
            {labels.emptyText}
          </Notice>
        ) : (
          <Table
            label={settings.nav.apiKeys}
            isStacked
            head={[
              labels.name,
              labels.key,
              labels.scope,
              labels.lastUsed,
              labels.state,
              { text: settings.title, isHidden: true },
            ]}
          >
            {keys.map((key) => (
              <Row key={key.id} apiKey={key} />
            ))}
          </Table>
        )}
        <Pager offset={offset} limit={PAGE} total={total} onChange={setOffset} />
      </Card>
      {isMaking && <NewKeyDialog onClose={() => setMaking(false)} />}
    </>
  )
}

function Row({ apiKey }: { apiKey: ApiKey }) {
  const labels = useText().settings.apiKeys
  return (
    <tr>
      <Cell>
        <span className="font-medium wrap-anywhere">{apiKey.name}</span>
        <p className="text-sm text-muted">
          {labels.created} <DateTime at={apiKey.created_at} />
        </p>
      </Cell>
      <Cell label={labels.key} className="whitespace-nowrap">
        <code className="text-sm">{apiKey.key_preview}</code>
      </Cell>
      <Cell label={labels.scope} className="whitespace-nowrap">
        {labels.scopes[apiKey.scope]}
      </Cell>
      <Cell label={labels.lastUsed} className="whitespace-nowrap">
        {apiKey.last_used_at ? <Ago at={apiKey.last_used_at} /> : labels.never}
      </Cell>
      <Cell>
        <State apiKey={apiKey} />
      </Cell>
      <Cell className="text-right">
        <KeyActions apiKey={apiKey} />
      </Cell>
    </tr>
  )
}

function State({ apiKey: { is_active: isActive, expires_at: expiresAt } }: { apiKey: ApiKey }) {
  const labels = useText().settings.apiKeys
  const isExpired = expiresAt !== undefined && Date.parse(expiresAt) <= Date.now()
  if (isExpired) return <Badge tone="down">{labels.expired}</Badge>
  if (!isActive) return <Badge tone="quiet">{labels.inactive}</Badge>
  return (
    <>
      <Badge tone="up">{labels.active}</Badge>
      {expiresAt && (
        <p className="mt-1 text-sm whitespace-nowrap text-muted">
          {labels.expires} <DateTime at={expiresAt} />
        </p>
      )}
    </>
  )
}
