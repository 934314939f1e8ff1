import type { Widened } from '../../catalogue.ts'
import type { monitorDefaults as defaults, formNotes as en } from '../../en/forms/form-notes.ts'

export const formNotes: Widened<typeof en> = {
  drafts: {
    restored: 'Ihre nicht gespeicherten Änderungen wurden wiederhergestellt.',
    partial: 'Passwörter, geheime Header und Webhook-URLs werden nie aufbewahrt. Geben Sie sie erneut ein.',
    discard: 'Verwerfen',
    leaveTitle: 'Ohne Speichern verlassen?',
    leaveText:
      'Ihre Änderungen bleiben auf diesem Gerät erhalten, außer Passwörtern, geheimen Headern und Webhook-URLs.',
    leave: 'Verlassen',
  },
  assertions: {
    entry: (number) => `Zusicherung ${number}`,
    add: 'Zusicherung hinzufügen',
    most: (count) => `Höchstens ${count} Zusicherungen`,
    pick: 'Aus der Antwort wählen',
    values: 'Werte der Antwort',
    noJson: 'Die Antwort ist kein JSON.',
  },
  noAlerts: {
    title: 'Dieser Monitor sendet keine Alarme',
    unreachable: 'Keines seiner Benachrichtigungsziele kann zurzeit Alarme empfangen.',
    add: 'Benachrichtigungsziel hinzufügen',
    create: 'Ziel anlegen',
    choose: (name) => `${name} alarmieren`,
    done: (name) => `Alarme dieses Monitors gehen an ${name}`,
  },
  mail: {
    setUp: 'E-Mail braucht einen Mailserver, der Installation oder des Ziels.',
    howTo: 'E-Mail einrichten',
    askAdmin:
      'E-Mail braucht einen Mailserver. Bitten Sie Ihren Admin, ihn einzurichten, oder geben Sie einen für dieses Ziel ein.',
  },
  target: {
    delivered: {
      email: 'Der Mailserver hat den Test angenommen. Prüfen Sie das Postfach und den Spam-Ordner.',
      slack: 'Slack hat den Test angenommen. Prüfen Sie den Kanal.',
      webhook: 'Der Empfänger hat den Test angenommen.',
    },
    advice: {
      email: 'Prüfen Sie die Adresse. Wenn sie stimmt, bitten Sie Ihren Admin, den Mailserver zu prüfen.',
      slack: 'Erzeugen Sie in den Einstellungen der Slack-App eine neue Webhook-URL, und geben Sie sie hier ein.',
      webhook: 'Prüfen Sie die URL. Der Empfänger muss innerhalb von 10 Sekunden mit einem Status 2xx antworten.',
      service: 'Vergleichen Sie die Werte mit den Einstellungen des Dienstes.',
    },
    temporarySecret:
      'Der Test war mit einem vorläufigen Schlüssel signiert. Den endgültigen sehen Sie nach dem Anlegen des Ziels.',
  },
  interval: {
    least: (duration) => `Mindestens ${duration}`,
    leastOnPlan: (duration) => `Mindestens ${duration} in Ihrem Tarif`,
  },
  heartbeat: {
    rhythm: 'Erwartete Pings',
    interval: 'Alle …',
    intervalHelp: 'Ein fester Abstand zwischen den Pings',
    schedule: 'Cron-Zeitplan',
    scheduleHelp: 'Die Zeiten einer Crontab-Zeile',
  },
  ssl: {
    plainHttp: 'SSL-Zertifikate werden nur bei https://-URLs überwacht. Diese URL beginnt mit http://.',
  },
}

export const monitorDefaults: Widened<typeof defaults> = {
  action: 'Vorgaben',
  projectAction: 'Vorgaben des Projekts',
  projectTitle: (name) => `Vorgaben für neue Monitore des Projekts ${name}`,
  groupTitle: (name) => `Vorgaben für neue Monitore der Gruppe ${name}`,
  projectHelp: 'Neue Monitore des Projekts beginnen mit diesen Werten. Bestehende Monitore ändern sich nicht.',
  groupHelp:
    'Neue Monitore der Gruppe beginnen mit diesen Werten. Sie ersetzen die Werte übergeordneter Gruppen und des Projekts. Bestehende Monitore ändern sich nicht.',
  fields: 'Felder mit Vorgabe',
  fieldsHelp: 'Andere Felder haben hier keine Vorgabe.',
  saved: 'Vorgaben gespeichert',
  fromProject: (name) => `Vorgabe des Projekts ${name}.`,
  fromGroup: (name) => `Vorgabe der Gruppe ${name}.`,
}
