/** Texts of the cards and lists beside the chart of a monitor. */

export const instructions = { title: 'Instructions', runbook: 'Runbook' }

export const certificate = {
  title: 'SSL certificate',
  subject: 'Issued to',
  issuer: 'Issued by',
  names: 'Names',
  moreNames: (count: string) => `and ${count} more`,
  authorityFirst: (name: string, day: string) => `The authority ${name} expires first, on ${day}.`,
  validity: 'Valid',
  daysLeft: (days: string) => `${days} days left`,
  oneDayLeft: '1 day left',
  expired: (days: string) => (days === '1' ? 'expired 1 day ago' : `expired ${days} days ago`),
  expiredLastDay: 'expired less than a day ago',
  lastDay: 'expires in less than a day',
  fingerprint: 'SHA-256',
  copyFingerprint: 'Copy fingerprint',
  serial: 'Serial number',
  seen: 'In use',
  seenText: (since: string) => `since ${since}`,
  good: 'Valid',
  bad: 'Invalid',
  warned: (days: string) => `A warning was sent at ${days === '1' ? '1 day' : `${days} days`}.`,
  warnedExpired: 'A notification about the expiry was sent.',
  off: 'No notification is sent before it expires.',
  turnOn: 'Warn before it expires',
  turnedOn: 'Warnings are on',
  turnOnAll: 'Warn for all https monitors',
  turnedOnAll: (count: string) => `Certificate warnings turned on for monitors: ${count}`,
  warning: (days: string) => `Warning threshold of ${days === '1' ? '1 day' : `${days} days`} reached.`,
  history: (count: string) => `Certificate history (${count})`,
  chain: (count: string) => `Certificate chain (${count})`,
  more: 'Details',
  incident: 'Open incident',
  lifetime: 'Validity period used',
}

export const domain = {
  title: 'Domain',
  none: 'The registry has not been queried yet. The first lookup runs shortly.',
  domain: 'Domain',
  registrar: 'Registrar',
  expires: 'Expires',
  registered: 'Registered',
  nameServers: 'Name servers',
  statuses: 'Status',
  by: { rdap: 'RDAP', whois: 'WHOIS' },
  checked: 'Last lookup',
  known: 'Last confirmed',
  next: 'Next lookup',
  unknown: 'unknown',
  unknownText: 'No registry reported an expiry date. This does not mean that the domain has a problem.',
  unregistered: 'Not registered',
  unregisteredText: 'The registry reports that this domain does not exist.',
  error: 'The last lookup was incomplete:',
}

export const coverage = {
  title: 'Check coverage',
  all: (count: string) => (count === '1' ? 'The scheduled check ran.' : `All ${count} scheduled checks ran.`),
  some: (run: string, due: string) => `${run} of ${due} scheduled checks ran.`,
  allPings: (count: string) => (count === '1' ? 'The expected ping arrived.' : `All ${count} expected pings arrived.`),
  somePings: (came: string, due: string) => `${came} of ${due} expected pings arrived.`,
  none: 'No checks were scheduled in this period.',
  nonePings: 'No pings were expected in this period.',
  missed: 'Missed',
  missedHelp: 'Time without checks counts as unknown, never as up.',
  inconclusive: 'Inconclusive',
  inconclusiveHelp: 'The probe itself had a problem during these checks.',
  late: (p50: string, p95: string, p99: string) =>
    `Check delay: 50% within ${p50}, 95% within ${p95}, 99% within ${p99}.`,
}

export const regions = {
  title: 'Regions',
  nothing: 'No recent results',
  idle: 'No live probe',
  results: 'Results',
  resultsOf: (region: string) => `Results from ${region}`,
}

export const incidents = {
  title: 'Incidents',
  empty: 'No incidents yet',
  emptyText: 'An incident opens here when the monitor goes down.',
  all: 'All incidents of this monitor',
  ongoing: 'ongoing',
}

export const history = {
  title: 'Status history',
  all: 'Full history',
  by: (name: string) => `by ${name}`,
  config: { active: 'Checks enabled', paused: 'Checks paused', disabled: 'Checks disabled' },
  lasted: (time: string) => `for ${time}`,
  empty: 'No status changes yet',
  emptyText: 'Each status change is listed here with its reason.',
}

export const setup = {
  url: 'Ping URL',
  secret: 'This URL is enough to send pings for this monitor. Keep it secret.',
  cron: 'In a crontab',
  cronHelp: 'sends a ping only if the command succeeds',
  curl: 'In a script',
  exit: 'With start, duration and exit status',
  curlHelp: 'retries for about two minutes, also during a server restart',
  exitHelp: 'Failures are reported immediately, and run times appear in the chart.',
  show: 'Show ping setup',
}

export const pings = {
  label: 'Heartbeat pings',
  time: 'Received',
  kind: 'Type',
  kinds: { success: 'Success', start: 'Started', fail: 'Failed', log: 'Log' },
  exit: (status: string) => `exit status ${status}`,
  duration: 'Run time',
  from: 'IP address',
  body: 'Message',
  showBody: 'Show',
  ignored: (names: string) => `Ignored parameters: ${names}`,
  cut: (bytes: string) => `First 10 KiB of ${bytes} bytes`,
  empty: 'No pings yet',
  emptyText: 'Each ping from the job is listed here.',
}
