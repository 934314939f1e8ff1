/** Incidents with a common cause, as one line with one button to acknowledge all of them. */
import { Check } from 'lucide-react'
import type { Schemas } from '../../api/types.ts'
import { useAcknowledge } from '../../app/incidents/use-acknowledge.ts'
import { usePermission } from '../../app/me.ts'
import { useFormat, useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Lasting } from '../../ui/time.tsx'

export default function StormLine({ storm }: { storm: Schemas['IncidentStorm'] }) {
  const { acknowledge: text } = useText()
  const { number } = useFormat()
  const { acknowledge, isPending } = useAcknowledge()
  const mayAcknowledge = usePermission('can_manage_incidents')
  const { kind, value, open, started_at: since, incident_ids: ids } = storm
  const title = text.storm[kind](number(ids.length), value)
  const acknowledged = ids.length - open
  const all = text.namedMany(number(ids.length))
  return (
    <li className="flex items-center gap-3 py-1 pr-2 pl-3 sm:min-h-10">
      <div className="min-w-0 flex-1 py-1 leading-snug lg:flex lg:items-baseline lg:gap-3">
        <p className="font-medium wrap-anywhere">{title}</p>
        <p className="flex flex-wrap gap-x-1.5 text-sm text-muted">
          <Lasting since={since} until={null} isShort />
          {acknowledged > 0 && <span>· {text.counts.acknowledged(number(acknowledged))}</span>}
        </p>
      </div>
      {open > 0 && mayAcknowledge && (
        <Button
          icon={Check}
          isPending={isPending}
          aria-label={all}
          className="shrink-0"
          onClick={() => acknowledge(ids.map((id) => ({ id, title })))}
        >
          {isPending ? (
            text.sending
          ) : (
            <>
              <span className="sm:hidden">{text.action}</span>
              <span className="max-sm:hidden">{all}</span>
            </>
          )}
        </Button>
      )}
    </li>
  )
}
