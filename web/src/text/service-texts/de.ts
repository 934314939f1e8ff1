import type { ServiceTexts } from './service-texts.ts'

export const serviceTexts: ServiceTexts = {
  'notification-target.discord': { title: 'Discord', help: 'Schreibt über einen Webhook von Discord in einen Kanal' },
  'notification-target.discord.config.webhook_url': {
    title: 'Webhook-URL',
    help: 'Aus den Integrationen des Kanals kopiert',
  },
  'notification-target.discord.config.thread_id': {
    title: 'Thread',
    help: 'ID eines Threads des Kanals. Leer schreibt in den Kanal selbst',
  },
  'notification-target.discord.config.is_forum': {
    title: 'Forum',
    help: 'Jeder Vorfall ist ein eigener Beitrag, wie es Foren verlangen. Wird bei einem Forum von selbst eingeschaltet',
  },
  'notification-target.microsoft_teams': {
    title: 'Microsoft Teams',
    help: 'Schreibt über einen Workflow in einen Kanal oder Chat',
  },
  'notification-target.microsoft_teams.config.webhook_url': {
    title: 'Webhook-URL',
    help: 'URL des Workflows „Webhookwarnungen an einen Kanal senden“, aus Teams kopiert',
  },
  'notification-target.telegram': {
    title: 'Telegram',
    help: 'Sendet Nachrichten eines Bots an einen Chat, eine Gruppe oder einen Kanal',
  },
  'notification-target.telegram.config.bot_token': { title: 'Bot-Token', help: 'Token des Bots, von @BotFather' },
  'notification-target.telegram.config.chat_id': {
    title: 'Chat',
    help: 'ID des Chats oder der Gruppe, oder @Name eines öffentlichen Kanals. Der Bot muss Mitglied sein',
  },
  'notification-target.telegram.config.message_thread_id': {
    title: 'Thema',
    help: 'ID eines Themas der Gruppe. Leer sendet an das allgemeine Thema',
  },
  'notification-target.google_chat': {
    title: 'Google Chat',
    help: 'Schreibt über einen Webhook in einen Gruppenbereich. Ein Vorfall ist ein Thread',
  },
  'notification-target.google_chat.config.webhook_url': {
    title: 'Webhook-URL',
    help: 'Aus den Apps und Integrationen des Gruppenbereichs kopiert',
  },
  'notification-target.mattermost': {
    title: 'Mattermost',
    help: 'Schreibt über einen eingehenden Webhook von Mattermost in einen Kanal',
  },
  'notification-target.mattermost.config.webhook_url': {
    title: 'Webhook-URL',
    help: 'URL des eingehenden Webhooks, aus Mattermost kopiert',
  },
  'notification-target.mattermost.config.channel': {
    title: 'Kanal',
    help: 'Name eines anderen Kanals, wenn der Webhook nicht auf einen Kanal festgelegt ist',
  },
  'notification-target.rocket_chat': {
    title: 'Rocket.Chat',
    help: 'Schreibt über einen eingehenden Webhook von Rocket.Chat in einen Kanal',
  },
  'notification-target.rocket_chat.config.webhook_url': {
    title: 'Webhook-URL',
    help: 'URL des eingehenden Webhooks, aus Rocket.Chat kopiert',
  },
  'notification-target.rocket_chat.config.channel': { title: 'Kanal', help: 'Ein anderer #Kanal oder @Benutzer' },
  'notification-target.matrix': { title: 'Matrix', help: 'Sendet an einen Raum von Matrix' },
  'notification-target.matrix.config.server_url': { title: 'Server', help: 'Adresse des Heimservers' },
  'notification-target.matrix.config.room_id': {
    title: 'Raum',
    help: 'Interne ID des Raums, aus seinen erweiterten Einstellungen',
  },
  'notification-target.matrix.config.access_token': {
    title: 'Zugriffstoken',
    help: 'Token des sendenden Benutzers. Der Benutzer muss Mitglied des Raums sein',
  },
  'notification-target.ntfy': { title: 'ntfy', help: 'Veröffentlicht in einem Topic, für Telefone und Desktops' },
  'notification-target.ntfy.config.topic': {
    title: 'Topic',
    help: 'Buchstaben, Ziffern, _ und -. Auf einem öffentlichen Server ist der Name ein Passwort',
  },
  'notification-target.ntfy.config.access_token': {
    title: 'Zugriffstoken',
    help: 'Token eines Benutzers, der in dem Topic veröffentlichen darf',
  },
  'notification-target.gotify': { title: 'Gotify', help: 'Sendet an eine Anwendung eines Gotify-Servers' },
  'notification-target.gotify.config.server_url': { title: 'Server', help: 'Adresse des Gotify-Servers' },
  'notification-target.gotify.config.app_token': {
    title: 'Anwendungstoken',
    help: 'Token der Anwendung, aus dem Reiter „Apps“ von Gotify',
  },
  'notification-target.pushover': {
    title: 'Pushover',
    help: 'Sendet an die Telefone eines Benutzers oder einer Gruppe',
  },
  'notification-target.pushover.config.app_token': {
    title: 'API-Token',
    help: 'Token der Anwendung, die Sie bei Pushover angelegt haben',
  },
  'notification-target.pushover.config.user_key': {
    title: 'Benutzerschlüssel',
    help: 'Schlüssel des Benutzers oder der Zustellgruppe',
  },
  'notification-target.pushover.config.device': {
    title: 'Gerät',
    help: 'Name eines Geräts. Leer sendet an alle Geräte',
  },
  'notification-target.pushover.config.repeat_until_acknowledged': {
    title: 'Bis zur Bestätigung wiederholen',
    help: 'Pushover wiederholt schwere Alarme eine Stunde lang jede Minute, bis ein Benutzer sie bestätigt',
  },
  'notification-target.pagerduty': {
    title: 'PagerDuty',
    help: 'Löst Alarme eines Dienstes aus, bestätigt und schließt sie',
  },
  'notification-target.pagerduty.config.routing_key': {
    title: 'Integrationsschlüssel',
    help: 'Schlüssel einer Integration „Events API V2“ des Dienstes in PagerDuty, 32 Zeichen',
  },
  'notification-target.alertmanager': {
    title: 'Alertmanager',
    help: 'Sendet Alarme an Prometheus Alertmanager und hält sie aktiv',
  },
  'notification-target.alertmanager.config.urls': {
    title: 'Server',
    help: 'Adresse von Alertmanager. Jedes Mitglied eines Clusters erhält alle Alarme',
  },
  'notification-target.alertmanager.config.username': {
    title: 'Benutzername',
    help: 'Für die Basic-Authentifizierung',
  },
  'notification-target.alertmanager.config.password': { title: 'Passwort', help: 'Für die Basic-Authentifizierung' },
  'notification-target.apprise': {
    title: 'Apprise API',
    help: 'Leitet an die Dienste einer Konfiguration von Apprise weiter',
  },
  'notification-target.apprise.config.server_url': { title: 'Server', help: 'Adresse des Apprise-API-Servers' },
  'notification-target.apprise.config.config_key': {
    title: 'Konfigurationsschlüssel',
    help: 'Schlüssel der gespeicherten Konfiguration. Behandeln Sie ihn wie ein Passwort',
  },
  'notification-target.apprise.config.tag': { title: 'Tag', help: 'Benachrichtigt nur die Dienste mit diesem Tag' },
  'notification-target.custom': {
    title: 'Eigene Anfrage',
    help: 'Sendet eine Anfrage mit Headern und einem Inhalt Ihrer Wahl',
  },
  'notification-target.custom.config.url': { title: 'URL', help: 'http oder https, ohne Zugangsdaten' },
  'notification-target.custom.config.method': { title: 'Methode', help: 'Standard: POST. GET sendet keinen Inhalt' },
  'notification-target.custom.config.headers': {
    title: 'Header',
    help: 'Alle Werte werden verschlüsselt gespeichert und danach nicht mehr angezeigt',
  },
  'notification-target.custom.config.content_type': {
    title: 'Inhaltstyp',
    help: 'Standard: application/json. Werte im Inhalt werden für diesen Typ maskiert',
  },
  'notification-target.custom.config.body': {
    title: 'Inhalt',
    help: 'Eine Mustache-Vorlage mit Werten wie {{title}}, {{text}} und {{monitor.name}}. Nur bei GET entbehrlich',
  },
  'notification-target.custom.config.expected_answer': {
    title: 'Erwartete Antwort',
    help: 'Text in der Antwort, der die Nachricht bestätigt. Standard: jede Antwort mit einem Status 2xx',
  },
  'notification-target.config.server_url': {
    title: 'Server',
    help: 'Adresse eines anderen Servers. Leer verwendet den üblichen Server',
  },
}
