import type { Catalogue } from '../text.tsx'

export const shell: Catalogue['shell'] = {
  nav: {
    label: 'Hauptnavigation',
    monitors: 'Monitore',
    incidents: 'Vorfälle',
    statusPages: 'Statusseiten',
    maintenance: 'Wartung',
    notifications: 'Benachrichtigungen',
    reports: 'Berichte',
    settings: 'Einstellungen',
    account: 'Konto',
    docs: 'API-Referenz',
  },
  menu: 'Menü',
  project: 'Projekt',
  signOut: 'Abmelden',
  openPalette: 'Suche und Befehle',
  line: {
    live: 'Live',
    connecting: 'Verbindet …',
    lost: 'Verbindung verloren. Was Sie sehen, kann veraltet sein; es wird erneut versucht.',
  },
  theme: { label: 'Darstellung', auto: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
  language: 'Sprache',
  palette: {
    title: 'Suche und Befehle',
    placeholder: 'Monitor, Seite oder Aktion …',
    empty: 'Nichts gefunden',
    pages: 'Seiten',
    actions: 'Aktionen',
    monitors: 'Monitore',
    hint: '↑ ↓ zum Auswählen, Enter zum Öffnen, Esc zum Schließen',
    newMonitor: 'Neuer Monitor',
    toggleTheme: 'Zwischen hell und dunkel wechseln',
  },
}
