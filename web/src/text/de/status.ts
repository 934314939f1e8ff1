import type { Catalogue } from '../catalogue.ts'

export const status: Catalogue['status'] = {
  monitor: {
    up: 'Erreichbar',
    down: 'Ausfall',
    degraded: 'Beeinträchtigt',
    paused: 'Pausiert',
    disabled: 'Deaktiviert',
    unknown: 'Unbekannt',
    maintenance: 'Wartung',
    flapping: 'Flapping',
    failing: 'Fehler',
    recovering: 'Erholung',
  },
  confirming: (count, threshold) => `wird geprüft (${count}\u00a0von\u00a0${threshold})`,
  confirmingShort: {
    failing: (count, threshold) => `Bestätigung ${count}\u00a0von\u00a0${threshold}`,
    recovering: (count, threshold) => `Erholung ${count}/${threshold}`,
  },
  result: { up: 'Erreichbar', down: 'Ausfall', degraded: 'Beeinträchtigt', inconclusive: 'Ohne Ergebnis' },
  incident: { open: 'Offen', acknowledged: 'Bestätigt', resolved: 'Behoben' },
  severity: { critical: 'Kritisch', major: 'Hoch', minor: 'Niedrig', warning: 'Warnung' },
  delivery: { pending: 'Ausstehend', delivered: 'Zugestellt', failed: 'Fehlgeschlagen', bounced: 'Unzustellbar' },
  type: { HTTP: 'HTTP', KEYWORD: 'Keyword', ICMP: 'Ping', TCP: 'TCP-Port', DNS: 'DNS', HEARTBEAT: 'Heartbeat' },
  strip: {
    label: (from, counts) => `Seit ${from}: ${counts}`,
    span: (span) => `letzte ${span}`,
    count: (count, kind) => `${count} ${kind}`,
    day: {
      up: 'ohne Störung',
      degraded: 'beeinträchtigt',
      down: 'mit Ausfall',
      maintenance: 'mit Wartung',
      no_data: 'keine Daten',
    },
  },
  role: {
    owner: 'Inhaber',
    admin: 'Administrator',
    editor: 'Bearbeiter',
    responder: 'Responder',
    viewer: 'Betrachter',
  },
  plan: { free: 'Free', pro: 'Pro', scale: 'Scale', unlimited: 'Unlimited' },
}
