import type { Catalogue } from '../catalogue.ts'

export const account: Catalogue['account'] = {
  title: 'Konto',
  profile: {
    title: 'Profil',
    name: 'Name',
    email: 'E-Mail-Adresse',
    role: 'Rolle',
    admin: 'Sie sind Administrator dieser Instanz.',
  },
  appearance: {
    title: 'Darstellung',
    theme: 'Farbschema',
    language: 'Sprache',
    languageHelp: 'Gilt für das Dashboard. Prüfergebnisse und Fehlermeldungen des Servers sind auf Englisch.',
    zone: (zone) =>
      `Zeiten werden in Ihrer Zeitzone angezeigt (${zone}). Fahren Sie mit der Maus über eine Zeit, um sie in UTC zu sehen.`,
  },
  sessions: {
    title: 'Aktive Sitzungen',
    here: 'Dieser Browser',
    since: 'Angemeldet',
    lastUsed: 'Zuletzt aktiv',
    end: 'Abmelden',
    endOf: (when) => `Sitzung vom ${when} abmelden`,
    ended: 'Sitzung beendet',
  },
  password: {
    title: 'Passwort',
    current: 'Aktuelles Passwort',
    next: 'Neues Passwort',
    rule: '10 bis 128 Zeichen. Ein langes Passwort ist sicherer als ein kompliziertes.',
    change: 'Passwort ändern',
    changed: 'Passwort geändert. Alle anderen Sitzungen wurden beendet.',
  },
  twoFactor: {
    title: 'Zwei-Faktor-Authentifizierung',
    off: 'Sie melden sich nur mit Ihrem Passwort an. Ein zweiter Faktor schützt Ihr Konto, falls das Passwort gestohlen wird.',
    on: (left) =>
      left === '1'
        ? 'Aktiviert. Noch 1 Wiederherstellungscode übrig.'
        : `Aktiviert. Noch ${left} Wiederherstellungscodes übrig.`,
    fewCodes:
      'Nur noch wenige Wiederherstellungscodes übrig. Neue Codes erhalten Sie, wenn Sie die Zwei-Faktor-Authentifizierung deaktivieren und wieder aktivieren.',
    setUp: 'Einrichten',
    scan: 'Scannen Sie diesen QR-Code mit Ihrer Authenticator-App, oder geben Sie den geheimen Schlüssel ein.',
    qr: 'QR-Code für Ihre Authenticator-App',
    secret: 'Geheimer Schlüssel',
    code: '6-stelliger Code aus der App',
    enable: 'Aktivieren',
    disable: 'Deaktivieren',
    disableTitle: 'Zwei-Faktor-Authentifizierung deaktivieren?',
    disableText: 'Geben Sie Ihr Passwort und einen Code aus der App oder einen Wiederherstellungscode ein.',
    password: 'Passwort',
    disableCode: 'App-Code oder Wiederherstellungscode',
    codesTitle: 'Ihre Wiederherstellungscodes',
    codesText:
      'Mit jedem Code können Sie sich einmal ohne die App anmelden. Bewahren Sie die Codes bei Ihren Passwörtern auf. Sie werden nicht noch einmal angezeigt.',
    copyAll: 'Alle kopieren',
    enabled: 'Zwei-Faktor-Authentifizierung aktiviert',
    disabled: 'Zwei-Faktor-Authentifizierung deaktiviert',
  },
}
