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
  devices: {
    title: 'Benachrichtigungen auf Ihren Geräten',
    intro:
      'Telefone und Browser erhalten Ihre Bereitschaftsalarme, auch wenn das Dashboard geschlossen ist. Tippen öffnet den Vorfall, eine Schaltfläche bestätigt ihn.',
    add: 'Dieses Gerät benachrichtigen',
    added: 'Dieses Gerät ist hinzugefügt. Senden Sie einen Test, um zu prüfen, ob Benachrichtigungen erscheinen.',
    here: 'Dieser Browser',
    disabled: 'Deaktiviert',
    support: {
      insecure:
        'Browser erlauben Benachrichtigungen nur über https. Öffnen Sie das Dashboard mit seiner https-Adresse.',
      app: 'Installieren Sie auf iPhone und iPad zuerst das Dashboard: Tippen Sie auf „Teilen“, dann auf „Zum Home-Bildschirm“. Öffnen Sie es vom Home-Bildschirm, und kehren Sie auf diese Seite zurück.',
      missing: 'Dieser Browser unterstützt keine Push-Benachrichtigungen.',
      blocked:
        'Dieser Browser blockiert Benachrichtigungen dieser Website. Erlauben Sie sie in den Website-Einstellungen neben der Adresse, und laden Sie die Seite neu.',
    },
    notPermitted:
      'Benachrichtigungen sind nicht erlaubt. Erlauben Sie sie, wenn der Browser fragt, oder in seinen Website-Einstellungen.',
    failed: (reason) => `Der Browser konnte sich nicht anmelden: ${reason}`,
    neverUsed: 'Noch keine Nachricht gesendet',
    lastDelivered: 'Letzte Nachricht',
    lastError: (reason) => `Letzte Nachricht fehlgeschlagen: ${reason}`,
    gone: 'Der Browser hat diese Anmeldung beendet. Öffnen Sie das Dashboard auf dem Gerät, und fügen Sie es erneut hinzu, oder löschen Sie es hier.',
    test: 'Test senden',
    testOf: (name) => `Test an ${name} senden`,
    tested: 'Der Push-Dienst hat den Test angenommen',
    delete: 'Löschen',
    deleteOf: (name) => `${name} löschen`,
    deleteTitle: (name) => `${name} löschen?`,
    deleteHelp: 'Das Gerät erhält keine weiteren Benachrichtigungen.',
    deleted: (name) => `${name} gelöscht`,
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
