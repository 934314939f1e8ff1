import type { Catalogue } from '../catalogue.ts'

/** Texts of the cards and lists beside the chart of a monitor. */

export const instructions: Catalogue['monitor']['instructions'] = { title: 'Anweisungen', runbook: 'Runbook' }

export const certificate: Catalogue['monitor']['certificate'] = {
  title: 'SSL-Zertifikat',
  subject: 'Ausgestellt für',
  issuer: 'Ausgestellt von',
  names: 'Namen',
  moreNames: (count) => `und ${count} weitere`,
  authorityFirst: (name, day) => `Die Zertifizierungsstelle ${name} läuft zuerst ab, am ${day}.`,
  validity: 'Gültigkeit',
  daysLeft: (days) => `noch ${days} Tage`,
  oneDayLeft: 'noch 1 Tag',
  expired: (days) => (days === '1' ? 'vor 1 Tag abgelaufen' : `vor ${days} Tagen abgelaufen`),
  expiredLastDay: 'vor weniger als einem Tag abgelaufen',
  lastDay: 'läuft in weniger als einem Tag ab',
  fingerprint: 'SHA-256',
  copyFingerprint: 'Fingerabdruck kopieren',
  serial: 'Seriennummer',
  seen: 'In Verwendung',
  seenText: (since) => `seit ${since}`,
  good: 'Gültig',
  bad: 'Ungültig',
  warned: (days) => `Eine Warnung wurde bei ${days} Tagen gesendet.`,
  warnedExpired: 'Der Ablauf wurde gemeldet.',
  off: 'Vor dem Ablauf wird niemand benachrichtigt.',
  turnOn: 'Vor dem Ablauf warnen',
  turnedOn: 'Warnungen sind eingeschaltet',
  turnOnAll: 'Für alle https-Monitore warnen',
  turnedOnAll: (count) => `Zertifikatswarnungen eingeschaltet, Monitore: ${count}`,
  warning: (days) => `Warnschwelle von ${days === '1' ? '1 Tag' : `${days} Tagen`} erreicht.`,
  history: (count) => `Zertifikatsverlauf (${count})`,
  chain: (count) => `Zertifikatskette (${count})`,
  more: 'Details',
  incident: 'Offener Vorfall',
  lifetime: 'Verstrichener Gültigkeitszeitraum',
}

export const domain: Catalogue['monitor']['domain'] = {
  title: 'Domain',
  none: 'Die Registry wurde noch nicht abgefragt. Die erste Abfrage folgt in Kürze.',
  domain: 'Domain',
  registrar: 'Registrar',
  expires: 'Läuft ab',
  registered: 'Registriert',
  nameServers: 'Nameserver',
  statuses: 'Status',
  by: { rdap: 'RDAP', whois: 'WHOIS' },
  checked: 'Letzte Abfrage',
  known: 'Zuletzt bestätigt',
  next: 'Nächste Abfrage',
  unknown: 'unbekannt',
  unknownText: 'Keine Registry hat ein Ablaufdatum gemeldet. Das deutet nicht auf ein Problem der Domain hin.',
  unregistered: 'Nicht registriert',
  unregisteredText: 'Laut Registry existiert diese Domain nicht.',
  error: 'Die letzte Abfrage war unvollständig:',
}

export const coverage: Catalogue['monitor']['coverage'] = {
  title: 'Prüfabdeckung',
  all: (count) =>
    count === '1' ? 'Die geplante Prüfung wurde ausgeführt.' : `Alle ${count} geplanten Prüfungen wurden ausgeführt.`,
  some: (run, due) => `${run} von ${due} geplanten Prüfungen wurden ausgeführt.`,
  allPings: (count) =>
    count === '1' ? 'Der erwartete Ping ist eingetroffen.' : `Alle ${count} erwarteten Pings sind eingetroffen.`,
  somePings: (came, due) => `${came} von ${due} erwarteten Pings sind eingetroffen.`,
  none: 'In diesem Zeitraum waren keine Prüfungen geplant.',
  nonePings: 'In diesem Zeitraum wurden keine Pings erwartet.',
  missed: 'Nicht ausgeführt',
  missedHelp: 'Zeit ohne Prüfungen zählt als unbekannt, nie als erreichbar.',
  inconclusive: 'Ohne Ergebnis',
  inconclusiveHelp: 'Die Probe selbst hatte bei diesen Prüfungen ein Problem.',
  late: (p50, p95, p99) => `Verzögerung der Prüfungen: 50 % bis ${p50}, 95 % bis ${p95}, 99 % bis ${p99}.`,
}

export const regions: Catalogue['monitor']['regions'] = {
  title: 'Regionen',
  nothing: 'Keine aktuellen Ergebnisse',
  idle: 'Keine aktive Probe',
  results: 'Ergebnisse',
  resultsOf: (region) => `Ergebnisse aus ${region}`,
}

export const incidents: Catalogue['monitor']['incidents'] = {
  title: 'Vorfälle',
  empty: 'Noch keine Vorfälle',
  emptyText: 'Fällt der Monitor aus, erscheint hier ein Vorfall.',
  all: 'Alle Vorfälle dieses Monitors',
  ongoing: 'dauert an',
}

export const history: Catalogue['monitor']['history'] = {
  title: 'Statusverlauf',
  all: 'Gesamter Verlauf',
  by: (name) => `von ${name}`,
  config: { active: 'Prüfungen aktiviert', paused: 'Prüfungen pausiert', disabled: 'Prüfungen deaktiviert' },
  lasted: (time) => `für ${time}`,
  empty: 'Noch keine Statuswechsel',
  emptyText: 'Jeder Statuswechsel wird hier mit seinem Grund aufgeführt.',
}

export const setup: Catalogue['monitor']['setup'] = {
  url: 'Ping-URL',
  secret: 'Mit dieser URL lassen sich Pings für diesen Monitor senden. Halten Sie sie geheim.',
  cron: 'In einer Crontab',
  cronHelp: 'sendet nur dann einen Ping, wenn der Befehl erfolgreich war',
  curl: 'In einem Skript',
  exit: 'Mit Start, Dauer und Exit-Status',
  curlHelp: 'versucht es rund zwei Minuten lang, auch während eines Server-Neustarts',
  exitHelp: 'Fehler werden sofort gemeldet, und Laufzeiten erscheinen im Diagramm.',
  show: 'Ping-Einrichtung anzeigen',
}

export const pings: Catalogue['monitor']['pings'] = {
  label: 'Heartbeat-Pings',
  time: 'Empfangen',
  kind: 'Typ',
  kinds: { success: 'Erfolg', start: 'Gestartet', fail: 'Fehlgeschlagen', log: 'Log' },
  exit: (status) => `Exit-Status ${status}`,
  duration: 'Laufzeit',
  from: 'IP-Adresse',
  body: 'Nachricht',
  showBody: 'Anzeigen',
  ignored: (names) => `Ignorierte Parameter: ${names}`,
  cut: (bytes) => `Erste 10 KiB von ${bytes} Bytes`,
  empty: 'Noch keine Pings',
  emptyText: 'Jeder Ping des Jobs wird hier aufgeführt.',
}
