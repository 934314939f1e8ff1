/** Silences, as requests and responses contain them. */
import Type, { type Static } from 'typebox'
import type { Silence, SilenceTerms } from '../../core/incidents/silence.ts'
import { IsoTime, Nullable } from '../platform/schemas.ts'
import { parseIso, toIso } from '../platform/times.ts'

export const SilenceSchema = Type.Object(
  {
    since: IsoTime,
    until: IsoTime,
    by_name: Nullable(Type.String({ description: 'User who silenced the alerts last', examples: ['Alice'] })),
    note: Type.Optional(Type.String({ examples: ['Replacing the switch'] })),
  },
  { title: 'Silence' },
)

export const toSilence = ({ since, until, by, note }: Silence): Static<typeof SilenceSchema> => ({
  since: toIso(since),
  until: toIso(until),
  by_name: by.name,
  ...(note !== null && { note }),
})

/** Fields of a request that silences monitors. */
export const SilenceFields = {
  until: Type.Unsafe<string>({
    ...IsoTime,
    description: 'End of the silence: in the future, at most one year from now',
    examples: ['2026-01-31T18:00:00.000Z'],
  }),
  note: Type.Optional(Nullable(Type.String({ maxLength: 500, description: 'Shown with the silence' }))),
}

export const toSilenceTerms = ({ until, note }: { until: string; note?: string | null | undefined }): SilenceTerms => ({
  until: parseIso(until),
  note: note?.trim() || null,
})
