import type { Catalogue } from '../catalogue.ts'

export const status: Catalogue['status'] = {
  monitor: {
    up: 'Erreichbar',
    down: 'Ausgefallen',
    degraded: 'Beeinträchtigt',
    paused: 'Pausiert',
    disabled: 'Abgeschaltet',
    unknown: 'Noch unbekannt',
    maintenance: 'Wartung',
    flapping: 'Unstet',
  },
  result: { up: 'Erreichbar', down: 'Ausgefallen', degraded: 'Beeinträchtigt', inconclusive: 'Ohne Aussage' },
  incident: { open: 'Offen', acknowledged: 'Bestätigt', resolved: 'Behoben' },
  severity: { critical: 'Kritisch', major: 'Schwer', minor: 'Leicht', warning: 'Warnung' },
  delivery: { pending: 'Ausstehend', delivered: 'Zugestellt', failed: 'Gescheitert', bounced: 'Zurückgewiesen' },
  type: { HTTP: 'HTTP', KEYWORD: 'Stichwort', ICMP: 'Ping', TCP: 'TCP-Port', DNS: 'DNS', HEARTBEAT: 'Heartbeat' },
  strip: {
    label: (days, counts) => `Die letzten ${days} Tage: ${counts}`,
    count: (count, kind) => `${count} ${kind}`,
    day: {
      up: 'ohne Störung',
      degraded: 'beeinträchtigt',
      down: 'mit Ausfall',
      maintenance: 'mit Wartung',
      no_data: 'nicht gemessen',
    },
  },
  role: {
    owner: 'Inhaber',
    admin: 'Administrator',
    editor: 'Bearbeiter',
    responder: 'Bereitschaft',
    viewer: 'Betrachter',
  },
  plan: { free: 'Free', pro: 'Pro', scale: 'Scale' },
}
