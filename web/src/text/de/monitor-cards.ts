import type { Catalogue } from '../catalogue.ts'

/** What stands beside the chart of a monitor: lists and cards. */

export const certificate: Catalogue['monitor']['certificate'] = {
  title: 'Zertifikat',
  subject: 'Ausgestellt für',
  issuer: 'Ausgestellt von',
  names: 'Namen',
  moreNames: (count) => `und ${count} weitere`,
  validity: 'Gültig',
  daysLeft: (days) => `noch ${days} Tage`,
  oneDayLeft: 'noch 1 Tag',
  expired: (days) => `vor ${days} Tagen abgelaufen`,
  expiredToday: 'läuft heute ab',
  fingerprint: 'SHA-256',
  copyFingerprint: 'Fingerabdruck kopieren',
  serial: 'Seriennummer',
  seen: 'In Gebrauch',
  seenText: (since) => `seit ${since}`,
  good: 'In Ordnung',
  bad: 'Nicht gültig',
  warned: (days) => `Bei ${days} Tagen wurde gewarnt.`,
  warnedExpired: 'Dass es abgelaufen ist, wurde gemeldet.',
  warning: (days) => `Die Schwelle von ${days} Tagen ist überschritten.`,
  history: (count) => `${count} Zertifikate gesehen`,
  chain: (count) => `Kette aus ${count}`,
  more: 'Einzelheiten',
  incident: 'Offener Vorfall',
  lifetime: 'Verbrauchte Gültigkeit',
}

export const domain: Catalogue['monitor']['domain'] = {
  title: 'Domain',
  none: 'Noch wurde keine Registrierungsstelle gefragt. Das geschieht gleich.',
  domain: 'Domain',
  registrar: 'Registrar',
  expires: 'Läuft ab',
  registered: 'Registriert',
  nameServers: 'Nameserver',
  statuses: 'Status',
  by: { rdap: 'RDAP', whois: 'WHOIS' },
  checked: 'Gefragt',
  known: 'Zuletzt bestätigt',
  next: 'Wieder gefragt',
  unknown: 'nicht bekannt',
  unknownText: 'Keine Registrierungsstelle hat gesagt, wann sie abläuft. Über die Domain selbst sagt das nichts.',
  unregistered: 'Nicht registriert',
  unregisteredText: 'Die Registrierungsstelle sagt, dass es diese Domain nicht gibt.',
  error: 'Beim letzten Mal war nicht alles zu erfahren:',
}

export const coverage: Catalogue['monitor']['coverage'] = {
  title: 'Abdeckung',
  all: (count) => `Alle ${count} fälligen Prüfungen wurden ausgeführt.`,
  some: (run, due) => `${run} von ${due} fälligen Prüfungen wurden ausgeführt.`,
  allPings: (count) => `Alle ${count} erwarteten Pings kamen.`,
  somePings: (came, due) => `${came} von ${due} erwarteten Pings kamen.`,
  none: 'In diesem Zeitraum war keine Prüfung fällig.',
  nonePings: 'In diesem Zeitraum wurde kein Ping erwartet.',
  missed: 'Ausgefallen',
  missedHelp: 'Zeit, in der nicht hingesehen wurde, zählt als unbekannt und nie als erreichbar.',
  inconclusive: 'Ohne Aussage',
  inconclusiveHelp: 'Ausgeführt, während die prüfende Seite selbst Schwierigkeiten hatte.',
  late: (p50, p95, p99) =>
    `Die Hälfte der Prüfungen beginnt höchstens ${p50} nach ihrer Zeit, 95 % höchstens ${p95} und 99 % höchstens ${p99}.`,
}

export const regions: Catalogue['monitor']['regions'] = {
  title: 'Regionen',
  nothing: 'Zuletzt kein Ergebnis',
  idle: 'Keine Messstelle in Betrieb',
  results: 'Ergebnisse',
  resultsOf: (region) => `Ergebnisse aus ${region}`,
}

export const incidents: Catalogue['monitor']['incidents'] = {
  title: 'Vorfälle',
  empty: 'Noch kein Vorfall',
  emptyText: 'Fällt der Monitor aus, öffnet sich hier einer.',
  all: 'Alle Vorfälle dieses Monitors',
  ongoing: 'dauert an',
}

export const history: Catalogue['monitor']['history'] = {
  title: 'Statusverlauf',
  all: 'Ganzer Verlauf',
  by: (name) => `von ${name}`,
  config: { active: 'Prüfungen eingeschaltet', paused: 'Prüfungen pausiert', disabled: 'Prüfungen abgeschaltet' },
  lasted: (time) => `für ${time}`,
  empty: 'Noch hat sich nichts geändert',
  emptyText: 'Jede Änderung des Status wird hier mit ihrem Grund festgehalten.',
}

export const setup: Catalogue['monitor']['setup'] = {
  url: 'Adresse, die der Job am Ende aufruft',
  secret: 'Wer diese Adresse kennt, kann für den Job berichten.',
  cron: 'In einer Crontab',
  cronHelp: 'pingt nur, wenn der Befehl erfolgreich war',
  curl: 'In einem Skript',
  exit: 'Mit Beginn, Dauer und Exit-Status',
  curlHelp: 'versucht es rund zwei Minuten lang, auch während der Server neu startet',
  exitHelp: 'Fehler werden sofort gemeldet, und Laufzeiten erscheinen im Diagramm.',
  show: 'So berichtet der Job',
}

export const pings: Catalogue['monitor']['pings'] = {
  label: 'Pings des Jobs',
  time: 'Empfangen',
  kind: 'Ping',
  kinds: { success: 'Erfolg', start: 'Begonnen', fail: 'Gescheitert', log: 'Notiz' },
  exit: (status) => `Exit-Status ${status}`,
  duration: 'Laufzeit',
  from: 'Von',
  body: 'Text',
  showBody: 'Zeigen',
  cut: (bytes) => `Die ersten 10 KiB von ${bytes} Bytes`,
  empty: 'Noch kein Ping',
  emptyText: 'Jedes Mal, wenn der Job seine Adresse aufruft, erscheint hier eine Zeile.',
}
