import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, getData, listAll } from '../../../api/client.ts'
import type { ResponseData } from '../../../api/types.ts'
import { usePermission } from '../../../app/me.ts'
import { useAction } from '../../../app/use-action.ts'
import { type EditResult, MAX_EDITED, restoreValues, sendEdits } from '../../../parts/monitors/monitor-edits.ts'
import { useFormat, useText } from '../../../text/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy.tsx'
import { Card, type Fact, Facts } from '../../../ui/page.tsx'
import { Badge } from '../../../ui/status.tsx'
import { DateTime } from '../../../ui/time.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { type Monitor, monitorQuery } from '../queries.ts'
import { DaysLeft, getUrgency, ValidityBar } from './validity.tsx'

type Certificate = ResponseData<'/api/monitors/{id}/certificate', 'get'>['certificate']

const SHOWN_NAMES = 6

/** Returns the common name of a subject such as `CN=shop.example.com, O=…`. */
const getCommonName = (subject: string): string => /(?:^|, )CN=([^,]+)/.exec(subject)?.[1] ?? subject

interface CertificateCardProps {
  monitor: Monitor
  certificate: Certificate
}

export function CertificateCard({ monitor, certificate }: CertificateCardProps) {
  const { certificate: text } = useText().monitor
  const format = useFormat()
  const { expires_first: first, warning_days, warned_days, valid_from, valid_to, sans, errors, is_valid } = certificate
  const urgency = getUrgency(first.days_remaining, warning_days)
  const more = sans.length - SHOWN_NAMES
  const names = [...sans.slice(0, SHOWN_NAMES), ...(more > 0 ? [text.moreNames(format.number(more))] : [])]
  const facts: Fact[] = [
    { term: text.subject, value: getCommonName(certificate.subject) },
    { term: text.issuer, value: getCommonName(certificate.issuer) },
    { term: text.names, value: names.join(', ') },
    {
      term: text.validity,
      value: (
        <>
          <DateTime at={valid_from} /> – <DateTime at={valid_to} />
        </>
      ),
    },
  ]
  return (
    <Card
      title={text.title}
      actions={is_valid ? <Badge tone="up">{text.good}</Badge> : <Badge tone="error">{text.bad}</Badge>}
    >
      <div className="flex flex-col gap-3">
        <div>
          <p className="mb-1.5">
            <DaysLeft days={first.days_remaining} urgency={urgency} />
          </p>
          <ValidityBar from={first.valid_from} to={first.valid_to} urgency={urgency} />
          {first.fingerprint256 !== certificate.fingerprint256 && (
            <p className="mt-1.5 wrap-anywhere">
              {text.authorityFirst(getCommonName(first.subject), format.date(first.valid_to))}
            </p>
          )}
        </div>
        {monitor.ssl_monitoring?.enabled !== true && <WarningOffer monitor={monitor} />}
        {errors.length > 0 && (
          <ul className={is_valid ? 'text-sm text-muted' : 'text-error'}>
            {errors.map(({ code, message }) => (
              <li key={code} className="wrap-anywhere">
                {message} <code className="font-mono text-xs">{code}</code>
              </li>
            ))}
          </ul>
        )}
        {(warning_days !== null || warned_days !== null) && (
          <p className="text-degraded">
            {warning_days !== null && first.days_remaining >= 0 && `${text.warning(String(warning_days))} `}
            {warned_days !== null && (warned_days === 0 ? text.warnedExpired : text.warned(String(warned_days)))}
          </p>
        )}
        {certificate.incident_id && (
          <Link
            to="/incidents/$id"
            params={{ id: certificate.incident_id }}
            className="w-fit rounded text-accent hover:underline"
          >
            {text.incident}
          </Link>
        )}
        <Facts facts={facts} />
        <More certificate={certificate} />
      </div>
    </Card>
  )
}

/** Turns on the warnings before the certificate expires, for this monitor or for every https monitor without them. */
function WarningOffer({ monitor: { id, ssl_monitoring: before } }: { monitor: Monitor }) {
  const { monitor, monitors } = useText()
  const { certificate: text } = monitor
  const { number } = useFormat()
  const mayEdit = usePermission('can_edit_monitors')
  const client = useQueryClient()
  const toast = useToast()
  const { run, isPending } = useAction()
  const write = async (enabled: boolean) => {
    const body = { ssl_monitoring: { ...before, enabled } }
    const { monitor } = await getData(api.PUT('/api/monitors/{id}', { params: { path: { id } }, body }))
    client.setQueryData(monitorQuery(id).queryKey, monitor)
  }
  const start = () =>
    run({
      name: text.turnOn,
      send: () => write(true),
      onDone: () => toast.done(text.turnedOn, undefined, () => write(false)),
    })
  const startAll = () =>
    run({
      name: text.turnOnAll,
      send: warnForAll,
      onDone: (results) => {
        const undo = results.flatMap((result) => result.undo ?? [])
        const succeeded = results.reduce((sum, result) => sum + result.succeeded, 0)
        const failed = results.reduce((sum, result) => sum + result.failed, 0)
        const refresh = () => client.invalidateQueries({ queryKey: [`monitor:${id}`] })
        toast.done(
          text.turnedOnAll(number(succeeded)),
          failed > 0 ? monitors.bulk.failedTitle(number(failed)) : undefined,
          undo.length > 0 ? () => restoreValues(undo).finally(refresh) : undefined,
        )
        void refresh()
      },
    })
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="text-muted">{text.off}</p>
      {mayEdit && (
        <>
          <Button size="small" isPending={isPending} onClick={start} className="max-sm:min-h-10">
            {text.turnOn}
          </Button>
          <Button size="small" isPending={isPending} onClick={startAll} className="max-sm:min-h-10">
            {text.turnOnAll}
          </Button>
        </>
      )}
    </div>
  )
}

async function warnForAll(): Promise<EditResult[]> {
  const monitors = await listAll(
    (query) => getData(api.GET('/api/monitors', { params: { query } })),
    (page) => page.monitors,
  )
  const without = monitors.filter(
    ({ target, ssl_monitoring }) => target.startsWith('https://') && ssl_monitoring?.enabled !== true,
  )
  const results: EditResult[] = []
  for (let from = 0; from < without.length; from += MAX_EDITED) {
    const monitor_ids = without.slice(from, from + MAX_EDITED).map(({ id }) => id)
    results.push(await sendEdits([{ monitor_ids, set: { ssl_monitoring: { enabled: true } } }]))
  }
  return results
}

function More({ certificate }: { certificate: Certificate }) {
  const { certificate: text } = useText().monitor
  const format = useFormat()
  const { chain, history, fingerprint256, serial_number, first_seen_at } = certificate
  return (
    <details>
      <summary className="w-fit rounded py-1 text-sm font-medium text-accent">{text.more}</summary>
      <div className="mt-2 flex flex-col gap-4 text-sm">
        <Facts
          facts={[
            {
              term: text.fingerprint,
              value: (
                <span className="flex items-start gap-1">
                  <code className="font-mono text-xs leading-6 wrap-anywhere">{fingerprint256}</code>
                  <CopyButton value={fingerprint256} label={text.copyFingerprint} />
                </span>
              ),
            },
            { term: text.serial, value: <code className="font-mono text-xs">{serial_number}</code> },
            { term: text.seen, value: text.seenText(format.dateTime(first_seen_at)) },
          ]}
        />
        <EntryList
          title={text.chain(format.number(chain.length))}
          entries={chain.map(({ subject, valid_to, fingerprint256: key }) => ({
            key,
            name: subject,
            from: null,
            to: valid_to,
          }))}
        />
        {history.length > 1 && (
          <EntryList
            title={text.history(format.number(history.length))}
            entries={history.map(({ subject, issuer, fingerprint256: key, first_seen_at: from, last_seen_at: to }) => ({
              key,
              name: `${getCommonName(subject)} (${getCommonName(issuer)})`,
              from,
              to,
            }))}
          />
        )}
      </div>
    </details>
  )
}

interface Entry {
  key: string
  name: string
  from: string | null
  to: string
}

const EntryList = ({ title, entries }: { title: string; entries: readonly Entry[] }) => (
  <div>
    <h3 className="mb-1 font-medium">{title}</h3>
    <ol className="flex flex-col gap-1">
      {entries.map(({ key, name, from, to }) => (
        <li key={key} className="flex flex-wrap justify-between gap-x-3">
          <span className="wrap-anywhere">{name}</span>
          <span className="text-muted">
            {from && (
              <>
                <DateTime at={from} />
                {' – '}
              </>
            )}
            <DateTime at={to} />
          </span>
        </li>
      ))}
    </ol>
  </div>
)
