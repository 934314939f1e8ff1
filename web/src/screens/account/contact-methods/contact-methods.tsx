/** Contact methods of the user, in the order of their use. */
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useIsInterrupted } from '../../../parts/forms/drafts/use-draft.ts'
import { useText } from '../../../text/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { LoadError, Skeleton } from '../../../ui/notice.tsx'
import { Card } from '../../../ui/page.tsx'
import { type ContactMethod, contactMethodsQuery, toDraftName } from './contact-draft.ts'
import { ContactDialog, ContactRow } from './contact-row.tsx'

/** Devices have a list of their own. */
const isNoDevice = ({ config }: ContactMethod): boolean => config.service !== 'web_push'

export function ContactMethods() {
  const labels = useText().contactMethods
  const { data, error, refetch } = useQuery(contactMethodsQuery)
  const [isAdding, setAdding] = useState(useIsInterrupted(toDraftName(null)))
  return (
    <Card
      title={labels.title}
      isFlush
      actions={
        <Button icon={Plus} onClick={() => setAdding(true)} className="max-sm:min-h-10">
          {labels.add}
        </Button>
      }
    >
      <p className="px-4 pt-3 text-sm text-muted">{labels.subtitle}</p>
      {error && !data ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="p-4" />
      ) : (
        <ol className="divide-y divide-line">
          {data.filter(isNoDevice).map((method) => (
            <ContactRow key={method.id} method={method} />
          ))}
        </ol>
      )}
      {isAdding && <ContactDialog method={null} onClose={() => setAdding(false)} />}
    </Card>
  )
}
