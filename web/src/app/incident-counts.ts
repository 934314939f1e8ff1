/** Counts of incidents in words. Pure. */
import type { ResponseData } from '../api/types.ts'
import type { FirstTexts } from '../text/catalogue.ts'

type Counts = Pick<ResponseData<'/api/dashboard/incidents', 'get'>, 'open' | 'acknowledged'>

/** Returns "9 open, 2 acknowledged". Every count of incidents uses these words: an acknowledged incident is not open. */
export const describeCounts = (
  { open, acknowledged }: Counts,
  { open: describeOpen, acknowledged: describeAcknowledged }: FirstTexts['acknowledge']['counts'],
  number: (count: number) => string,
): string =>
  [describeOpen(number(open)), acknowledged > 0 && describeAcknowledged(number(acknowledged))]
    .filter(Boolean)
    .join(', ')
