/** Counts of incidents in words. Pure. */
import type { ResponseData } from '../api/types.ts'
import type { FirstTexts } from '../text/catalogue.ts'

type Data = ResponseData<'/api/dashboard/incidents', 'get'>
type Counts = Pick<Data, 'open' | 'acknowledged'>

/** Returns "9 open, 2 acknowledged". Every count of incidents uses these words: an acknowledged incident is not open. */
export const describeCounts = (
  { open, acknowledged }: Counts,
  { open: describeOpen, acknowledged: describeAcknowledged }: FirstTexts['acknowledge']['counts'],
  number: (count: number) => string,
): string =>
  [describeOpen(number(open)), acknowledged > 0 && describeAcknowledged(number(acknowledged))]
    .filter(Boolean)
    .join(', ')

/** Counts the incidents that no user has acknowledged. Incidents with a common cause are one problem. */
export const countProblems = ({ open, storms }: Pick<Data, 'open' | 'storms'>): number =>
  storms.reduce((count, storm) => count - storm.open + (storm.open > 0 ? 1 : 0), open)
