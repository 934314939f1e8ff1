/** Labels of states, severities and kinds, keyed by the API's values. */
export const status = {
  monitor: {
    up: 'Up',
    down: 'Down',
    degraded: 'Degraded',
    paused: 'Paused',
    disabled: 'Disabled',
    unknown: 'Unknown',
    maintenance: 'Maintenance',
    flapping: 'Flapping',
    failing: 'Failing',
    recovering: 'Recovering',
  },
  /** A change that waits for confirmation; 1 of 2 checks in a row. */
  confirming: (count: string, threshold: string) => `confirming (${count}\u00a0of\u00a0${threshold})`,
  /** The same in narrow lists. */
  confirmingShort: {
    failing: (count: string, threshold: string) => `Confirming ${count}\u00a0of\u00a0${threshold}`,
    recovering: (count: string, threshold: string) => `Recovering ${count}/${threshold}`,
  },
  result: { up: 'Up', down: 'Down', degraded: 'Degraded', inconclusive: 'Inconclusive' },
  incident: { open: 'Open', acknowledged: 'Acknowledged', resolved: 'Resolved' },
  severity: { critical: 'Critical', major: 'Major', minor: 'Minor', warning: 'Warning' },
  delivery: { pending: 'Pending', delivered: 'Delivered', failed: 'Failed', bounced: 'Bounced' },
  type: { HTTP: 'HTTP', KEYWORD: 'Keyword', ICMP: 'Ping', TCP: 'TCP port', DNS: 'DNS', HEARTBEAT: 'Heartbeat' },
  strip: {
    label: (from: string, counts: string) => `Since ${from}: ${counts}`,
    span: (span: string) => `last ${span}`,
    count: (count: string, kind: string) => `${count} ${kind}`,
    day: {
      up: 'no incidents',
      degraded: 'degraded',
      down: 'with outages',
      maintenance: 'with maintenance',
      no_data: 'no data',
    },
  },
  role: { owner: 'Owner', admin: 'Admin', editor: 'Editor', responder: 'Responder', viewer: 'Viewer' },
  plan: { free: 'Free', pro: 'Pro', scale: 'Scale', unlimited: 'Unlimited' },
}
