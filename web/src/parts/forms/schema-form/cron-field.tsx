import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../text/text.tsx'
import { TextField } from '../../../ui/field.tsx'
import { DateTime } from '../../../ui/time.tsx'
import { getValueAt } from './draft.ts'
import type { TextModel } from './model.ts'
import { type FieldProps, useField, useScope } from './scope.tsx'

/** A cron expression with its next times. Its time zone is in the `timezone` field beside it. */
export function CronField({ field, at }: FieldProps<TextModel>) {
  const { label, help, example, error, value, set } = useField(field, at)
  const { draft } = useScope()
  const zone = getValueAt(draft, [...at.slice(0, -1), 'timezone'])
  return (
    <div>
      <TextField
        label={label}
        help={help}
        error={error}
        spellCheck={false}
        autoComplete="off"
        placeholder={example}
        value={value as string}
        onChange={(event) => set(event.target.value)}
      />
      {typeof value === 'string' && value.trim() !== '' && (
        <NextTimes expression={value} zone={typeof zone === 'string' && zone !== '' ? zone : 'UTC'} />
      )}
    </div>
  )
}

function NextTimes({ expression, zone }: { expression: string; zone: string }) {
  const { cron } = useText().forms
  // The cron parser is loaded once an expression is entered
  const { data } = useQuery({
    queryKey: ['cron', expression, zone],
    staleTime: 60_000,
    queryFn: async () => (await import('./cron.ts')).listNextTimes(expression, zone, Date.now()),
  })
  if (!data) return null
  return (
    <div className="mt-1.5 text-sm text-muted" role="status">
      {data.length === 0 ? (
        cron.never
      ) : (
        <>
          {cron.next}{' '}
          {data.map((time, index) => (
            <span key={time}>
              {index > 0 && ' · '}
              <DateTime at={time} className="whitespace-nowrap text-ink" />
            </span>
          ))}
        </>
      )}
    </div>
  )
}
