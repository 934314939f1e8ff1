/** The beginning and the end of planned work, in words. */

import { betweenInWords, momentInWords, timeInWords } from '../platform/time-words.ts'
import type { Event, MaintenanceFacts } from '../incidents/event.ts'
import { quoted } from './notice-incident.ts'
import type { Words } from './notice-types.ts'

const MOST_LISTED = 20

export function maintenanceNotice({ type, timestamp }: Event, maintenance: MaintenanceFacts): Words {
  const { name, description, starts_at, ends_at, monitors, monitor_count } = maintenance
  const begins = type === 'maintenance.started'
  return {
    title: begins
      ? `Maintenance begins: ${quoted(name)}, until ${momentInWords(ends_at, timestamp)}`
      : `Maintenance is over: ${quoted(name)}, after ${betweenInWords(starts_at, ends_at)}`,
    mood: 'neutral',
    text: [
      description,
      begins
        ? 'Checks go on meanwhile, and nobody is alerted of what they find.'
        : 'From now on alerts leave again as usual.',
    ]
      .filter(Boolean)
      .join('\n\n'),
    facts: [
      [begins ? 'Begins' : 'Began', timeInWords(starts_at)],
      [begins ? 'Ends' : 'Ended', timeInWords(ends_at)],
      ['Monitors', String(monitor_count)],
    ],
    list: { items: monitors.slice(0, MOST_LISTED).map((monitor) => quoted(monitor.name)), total: monitor_count },
  }
}
