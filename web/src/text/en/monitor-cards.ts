/** The words of what stands beside the chart of a monitor: lists and cards. */

export const certificate = {
  title: 'Certificate',
  subject: 'Issued to',
  issuer: 'Issued by',
  names: 'Names',
  moreNames: (count: string) => `and ${count} more`,
  validity: 'Valid',
  daysLeft: (days: string) => `${days} days left`,
  oneDayLeft: '1 day left',
  expired: (days: string) => `expired ${days} days ago`,
  expiredToday: 'expires today',
  fingerprint: 'SHA-256',
  copyFingerprint: 'Copy the fingerprint',
  serial: 'Serial number',
  seen: 'In use',
  seenText: (since: string) => `since ${since}`,
  good: 'Good',
  bad: 'Not valid',
  warned: (days: string) => `People were warned at ${days} days.`,
  warnedExpired: 'People were told that it has expired.',
  warning: (days: string) => `The threshold of ${days} days is crossed.`,
  history: (count: string) => `${count} certificates seen`,
  chain: (count: string) => `Chain of ${count}`,
  more: 'Details',
  incident: 'Open incident',
  lifetime: 'Validity used up',
}

export const domain = {
  title: 'Domain',
  none: 'No registry was asked yet. That happens within moments.',
  domain: 'Domain',
  registrar: 'Registrar',
  expires: 'Expires',
  registered: 'Registered',
  nameServers: 'Name servers',
  statuses: 'Status',
  by: { rdap: 'RDAP', whois: 'WHOIS' },
  checked: 'Asked',
  known: 'Last confirmed',
  next: 'Asked again',
  unknown: 'not known',
  unknownText: 'No registry has told when it expires. That says nothing about the domain itself.',
  unregistered: 'Not registered',
  unregisteredText: 'The registry says that there is no such domain.',
  error: 'The last look did not find out all there is:',
}

export const coverage = {
  title: 'Coverage',
  all: (count: string) => `All ${count} checks that were due were run.`,
  some: (run: string, due: string) => `${run} of ${due} checks that were due were run.`,
  allPings: (count: string) => `All ${count} pings that were expected came.`,
  somePings: (came: string, due: string) => `${came} of ${due} expected pings came.`,
  none: 'No check was due in this period.',
  nonePings: 'No ping was expected in this period.',
  missed: 'Missed',
  missedHelp: 'Time that was not watched counts as unknown, never as up.',
  inconclusive: 'Without a word',
  inconclusiveHelp: 'Run while the checking side was in trouble itself.',
  late: (p50: string, p95: string, p99: string) =>
    `Half of the checks start within ${p50} of their time, 95 % within ${p95} and 99 % within ${p99}.`,
}

export const regions = {
  title: 'Regions',
  nothing: 'No result lately',
  idle: 'No probe at work',
  results: 'Results',
  resultsOf: (region: string) => `Results from ${region}`,
}

export const incidents = {
  title: 'Incidents',
  empty: 'No incident yet',
  emptyText: 'When the monitor goes down, one opens here.',
  all: 'All incidents of this monitor',
  ongoing: 'goes on',
}

export const history = {
  title: 'Status history',
  all: 'Whole history',
  by: (name: string) => `by ${name}`,
  config: { active: 'Checks switched on', paused: 'Checks paused', disabled: 'Checks switched off' },
  lasted: (time: string) => `for ${time}`,
  empty: 'Nothing has changed yet',
  emptyText: 'Each change of the status is written down here, with its reason.',
}

export const setup = {
  url: 'Address to call when the job is done',
  secret: 'Whoever has this address can report for the job.',
  cron: 'In a crontab',
  cronHelp: 'pings only when the command succeeded',
  curl: 'In a script',
  exit: 'With start, duration and exit status',
  curlHelp: 'retries for about two minutes, also while the server restarts',
  exitHelp: 'Failures are told at once, and run times appear in the chart.',
  show: 'Show how to report',
}

export const pings = {
  label: 'Pings of the job',
  time: 'Received',
  kind: 'Ping',
  kinds: { success: 'Success', start: 'Started', fail: 'Failed', log: 'Note' },
  exit: (status: string) => `exit status ${status}`,
  duration: 'Run took',
  from: 'From',
  body: 'Text',
  showBody: 'Show',
  cut: (bytes: string) => `The first 10 KiB of ${bytes} bytes`,
  empty: 'No ping yet',
  emptyText: 'Each time the job calls its address, a line appears here.',
}
