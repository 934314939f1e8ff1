/** Silences, as requests and responses contain them. */
import Type, { type Static } from 'typebox'
import type { Silence, SilenceTerms } from '../../core/incidents/silence.ts'
import { YEAR_DAYS } from '../../core/platform/time/end-time.ts'
import { type EndFields, requireEndTime, toEndFields } from '../platform/end-time.ts'
import { IsoTime, Nullable } from '../platform/schemas.ts'
import { toIso } from '../platform/times.ts'

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
  ...toEndFields('silence', YEAR_DAYS),
  note: Type.Optional(Nullable(Type.String({ maxLength: 500, description: 'Shown with the silence' }))),
}

/** @throws Problem VALIDATION_ERROR unless exactly one end is given */
export const toSilenceTerms = (
  { note, ...end }: EndFields & { note?: string | null | undefined },
  now: number,
): SilenceTerms => ({ until: requireEndTime(end, now), note: note?.trim() || null })
