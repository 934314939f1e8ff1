import { CircleCheck, CircleHelp, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react'
import { useText } from '../../text/text.tsx'
import { Badge, type Tone } from '../../ui/status.tsx'

type ResultStatus = 'up' | 'down' | 'degraded' | 'inconclusive'

const STATUS_STYLE: Record<ResultStatus, { tone: Tone; icon: LucideIcon }> = {
  up: { tone: 'up', icon: CircleCheck },
  down: { tone: 'down', icon: CircleX },
  degraded: { tone: 'degraded', icon: TriangleAlert },
  inconclusive: { tone: 'quiet', icon: CircleHelp },
}

/** The outcome of a single check. */
export const ResultBadge = ({ status }: { status: ResultStatus }) => (
  <Badge {...STATUS_STYLE[status]}>{useText().status.result[status]}</Badge>
)
