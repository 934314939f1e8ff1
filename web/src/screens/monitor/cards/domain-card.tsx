import type { ResponseData } from '../../../api/types.ts'
import { useText } from '../../../text/text.tsx'
import { Card, type Fact, Facts } from '../../../ui/page.tsx'
import { Badge } from '../../../ui/status.tsx'
import { Ago, DateTime } from '../../../ui/time.tsx'
import { DaysLeft, getUrgency, ValidityBar } from './validity.tsx'

type Domain = ResponseData<'/api/monitors/{id}/domain', 'get'>

/** Expiry of the domain registration, as reported by registries. */
export function DomainCard({ domain }: { domain: Domain }) {
  const { domain: text } = useText().monitor
  const { expires_at, days_remaining, registered_at, is_registered, error, checked_at, source } = domain
  const urgency = days_remaining === null ? null : getUrgency(days_remaining, domain.warning_days)
  return (
    <Card title={text.title} actions={is_registered === false && <Badge tone="error">{text.unregistered}</Badge>}>
      <div className="flex flex-col gap-3">
        {is_registered === false && <p>{text.unregisteredText}</p>}
        {days_remaining !== null && urgency ? (
          <div>
            <p className="mb-1.5">
              <DaysLeft days={days_remaining} urgency={urgency} />
            </p>
            {registered_at && expires_at && <ValidityBar from={registered_at} to={expires_at} urgency={urgency} />}
          </div>
        ) : (
          is_registered !== false && <p className="text-muted">{checked_at === null ? text.none : text.unknownText}</p>
        )}
        <Facts facts={listFacts(domain, text)} />
        {error && (
          <p className="rounded-md bg-sunken px-3 py-2 text-sm wrap-anywhere">
            {text.error} <code className="font-mono text-xs">{error}</code>
          </p>
        )}
        {checked_at && (
          <p className="text-sm text-muted">
            {text.checked} <Ago at={checked_at} />
            {source && ` · ${text.by[source]}`}
            {domain.server && ` · ${domain.server}`}
            {domain.next_check_at && (
              <>
                {' · '}
                {text.next} <Ago at={domain.next_check_at} />
              </>
            )}
          </p>
        )}
      </div>
    </Card>
  )
}

function listFacts(domain: Domain, text: ReturnType<typeof useText>['monitor']['domain']): Fact[] {
  const day = (at: string | null) =>
    at === null ? <span className="text-muted">{text.unknown}</span> : <DateTime at={at} />
  return [
    { term: text.domain, value: domain.domain },
    { term: text.expires, value: day(domain.expires_at) },
    { term: text.registrar, value: domain.registrar ?? <span className="text-muted">{text.unknown}</span> },
    ...(domain.registered_at === null ? [] : [{ term: text.registered, value: day(domain.registered_at) }]),
    ...(domain.name_servers.length === 0 ? [] : [{ term: text.nameServers, value: domain.name_servers.join(', ') }]),
    ...(domain.statuses.length === 0 ? [] : [{ term: text.statuses, value: domain.statuses.join(', ') }]),
    ...(domain.last_known_at === null ? [] : [{ term: text.known, value: day(domain.last_known_at) }]),
  ]
}
