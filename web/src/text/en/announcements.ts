/** @param names null when the names are not listed */
const toSentence = (one: string, many: string) => (count: number, names: string | null) => {
  if (count === 1) return `${names ?? '1 monitor'} ${one}.`
  return `${count} ${many}${names === null ? '' : `: ${names}`}.`
}

export const announcements = {
  down: toSentence('is down', 'monitors are down'),
  degraded: toSentence('is degraded', 'monitors are degraded'),
  up: toSentence('is up', 'monitors are up'),
  opened: (count: number, titles: string | null) =>
    count === 1 && titles !== null
      ? `Incident opened: ${titles}.`
      : `${count} incidents opened${titles === null ? '' : `: ${titles}`}.`,
  resolved: (count: number, titles: string | null) =>
    count === 1 && titles !== null
      ? `Incident resolved: ${titles}.`
      : `${count} incidents resolved${titles === null ? '' : `: ${titles}`}.`,
}
