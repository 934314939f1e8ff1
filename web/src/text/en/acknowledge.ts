/** Open incidents outside their own screens. */
export const acknowledge = {
  action: 'Acknowledge',
  named: (title: string) => `Acknowledge: ${title}`,
  namedMany: (count: string) => `Acknowledge ${count} incidents`,
  sending: 'Acknowledging…',
  done: (title: string) => `You acknowledged: ${title}`,
  doneMany: (count: string) => `${count} incidents acknowledged`,
  notOpen: (count: string) => `Not open any more: ${count}`,
  faster: (name: string) => `Already acknowledged by ${name}`,
  resolved: 'The incident is already resolved',
  failed: 'Action failed',
  by: (name: string) => `acknowledged by ${name}`,
  via: (target: string) => `acknowledged via ${target}`,
  formerUser: 'a former member',
  title: 'Open incidents',
  monitors: (count: string) => `${count} monitors`,
  all: (counts: string) => `All incidents: ${counts}`,
  counts: {
    open: (count: string) => `${count} open`,
    acknowledged: (count: string) => `${count} acknowledged`,
  },
  openCount: (count: string) => (count === '1' ? '1 open incident' : `${count} open incidents`),
}
