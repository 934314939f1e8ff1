import type { Catalogue } from '../catalogue.ts'

export const shell: Catalogue['shell'] = {
  nav: {
    label: 'Hauptnavigation',
    bottom: 'Schnellnavigation',
    monitors: 'Monitore',
    loom: 'Lagebild',
    incidents: 'Vorfälle',
    statusPages: 'Statusseiten',
    maintenance: 'Wartung',
    onCall: 'Bereitschaft',
    notifications: 'Benachrichtigungen',
    reports: 'Berichte',
    settings: 'Einstellungen',
    account: 'Konto',
    docs: 'API-Referenz',
  },
  menu: 'Menü',
  project: 'Projekt',
  signOut: 'Abmelden',
  openPalette: 'Befehlspalette',
  connection: {
    live: 'Live',
    connecting: 'Verbinden …',
    lost: (time) => `Keine Verbindung zum Server. Die Daten sind von ${time}. Neuer Verbindungsaufbau …`,
  },
  unsent: {
    help: (time) =>
      `Ihre Sitzung war abgelaufen, und um ${time} wurde nichts gesendet. Prüfen Sie den Stand und versuchen Sie es erneut.`,
    enterAgain: (time) =>
      `Ihre Sitzung war abgelaufen, und um ${time} wurde nichts gesendet. Nehmen Sie die Änderung erneut vor.`,
    done: (action) => `Gesendet: ${action}`,
    change: 'Änderung',
  },
  theme: {
    label: 'Farbschema',
    auto: 'System',
    light: 'Hell',
    dark: 'Dunkel',
    toLight: 'Helles Farbschema',
    toDark: 'Dunkles Farbschema',
  },
  language: 'Sprache',
  settings: {
    organization: 'Organisation',
    projects: 'Projekte',
    variables: 'Variablen',
    configuration: 'Konfiguration',
    members: 'Mitglieder',
    apiKeys: 'API-Schlüssel',
    auditLog: 'Audit-Log',
    plan: 'Tarif und Nutzung',
    email: 'E-Mail',
    probes: 'Probes',
  },
}
