import type { Widened } from '../catalogue.ts'
import type { announcements as en } from '../en/announcements.ts'

const toSentence = (one: string, many: string) => (count: number, names: string | null) => {
  if (count === 1) return `${names ?? '1 Monitor'} ${one}.`
  return `${count} Monitore ${many}${names === null ? '' : `: ${names}`}.`
}

export const announcements: Widened<typeof en> = {
  down: toSentence('ist ausgefallen', 'sind ausgefallen'),
  degraded: toSentence('ist beeinträchtigt', 'sind beeinträchtigt'),
  up: toSentence('ist erreichbar', 'sind erreichbar'),
  opened: (count, titles) =>
    count === 1 && titles !== null
      ? `Neuer Vorfall: ${titles}.`
      : `${count} neue Vorfälle${titles === null ? '' : `: ${titles}`}.`,
  resolved: (count, titles) =>
    count === 1 && titles !== null
      ? `Vorfall behoben: ${titles}.`
      : `${count} Vorfälle behoben${titles === null ? '' : `: ${titles}`}.`,
}
