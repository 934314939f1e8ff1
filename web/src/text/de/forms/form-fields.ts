import type { FormFields } from '../../en/forms/form-fields.ts'
import { requestFields } from './request-fields.ts'

export const formFields: FormFields = {
  'monitor.name': { title: 'Name' },
  'monitor.HTTP.target': { title: 'URL', help: '' },
  'monitor.KEYWORD.target': { title: 'URL', help: '' },
  'monitor.ICMP.target': { title: 'Host', help: 'Hostname oder IP-Adresse' },
  'monitor.TCP.target': { title: 'Host', help: 'Hostname oder IP-Adresse' },
  'monitor.DNS.target': { title: 'Domainname', help: '' },
  'monitor.interval_seconds': { title: 'Prüfintervall', help: '' },
  'monitor.timeout_ms': {
    title: 'Timeout',
    help: 'Dauert eine Prüfung länger, schlägt sie fehl. Muss kürzer als das Intervall sein.',
  },
  'monitor.group_id': { title: 'Gruppe', help: '' },
  'monitor.tags': { title: 'Tags', help: 'Zum Filtern und Suchen, zum Beispiel produktion oder shop' },
  'monitor.notification_target_ids': {
    title: 'Benachrichtigungsziele',
    help: 'Werden bei Ausfall und Wiederherstellung benachrichtigt',
  },
  'monitor.escalation_policy_id': {
    title: 'Eskalationsregel',
    help: 'Benachrichtigt statt der Benachrichtigungsziele eine Stufe nach der anderen, bis ein Benutzer den Vorfall bestätigt.',
  },
  'monitor.reminder_interval_minutes': {
    title: 'Erinnerungsintervall',
    help: 'Wiederholt den Alarm, bis der Vorfall bestätigt oder behoben ist. 0 schaltet Erinnerungen aus.',
  },
  'monitor.failure_threshold': {
    title: 'Fehlerschwelle',
    help: 'Aufeinanderfolgende Fehlschläge, bevor eine Region als ausgefallen gilt',
  },
  'monitor.recovery_threshold': {
    title: 'Erholungsschwelle',
    help: 'Aufeinanderfolgende Erfolge, bevor eine Region wieder als erreichbar gilt',
  },
  'monitor.depends_on_monitor_ids': {
    title: 'Abhängig von',
    help: 'Solange einer dieser Monitore ausgefallen ist, zum Beispiel ein vorgelagerter Router, werden Alarme unterdrückt',
  },
  'monitor.monitoring_regions': { title: 'Auswahl der Regionen', help: '' },
  'monitor.runbook_url': { title: 'Runbook', help: 'Alarme verweisen auf diese Anleitung' },
  'monitor.notes': { title: 'Notizen', help: 'Text, den jeder Alarm enthält, höchstens 4.000 Zeichen' },
  'monitor.status': {
    title: 'Status',
    help: '',
    options: { active: 'Aktiv: Prüfungen laufen', paused: 'Pausiert: keine Prüfungen' },
  },
  'monitor.ssl_monitoring': { title: 'SSL-Zertifikat' },
  'monitor.ssl_monitoring.enabled': {
    title: 'SSL-Zertifikat überwachen',
    help: 'Für https://-URLs und TLS-Ports',
  },
  'monitor.ssl_monitoring.check_expiry': {
    title: 'Vor dem Ablauf warnen',
    help: 'Sendet an jedem der unten genannten Tage eine Benachrichtigung',
  },
  'monitor.ssl_monitoring.check_validity': {
    title: 'Bei ungültigem Zertifikat alarmieren',
    help: 'Abgelaufen, für einen anderen Host ausgestellt, zu schwach oder von unbekanntem Aussteller',
  },
  'monitor.ssl_monitoring.expiry_warning_days': { title: 'Warntage', help: 'Tage vor dem Ablauf' },
  'monitor.ssl_monitoring.ignore_self_signed': {
    title: 'Selbst signierte Zertifikate akzeptieren',
    help: 'Akzeptiert auch Zertifikate Ihrer eigenen CA. Host und Gültigkeitsdauer müssen trotzdem stimmen.',
  },
  'monitor.domain_monitoring': { title: 'Domain' },
  'monitor.domain_monitoring.enabled': {
    title: 'Domainregistrierung überwachen',
    help: 'Sendet eine Benachrichtigung, bevor die registrierte Domain des Ziels abläuft',
  },
  'monitor.domain_monitoring.expiry_warning_days': {
    title: 'Warntage',
    help: 'Tage vor dem Ablauf',
  },

  ...requestFields,
  'monitor.keyword_config': { title: 'Keywords' },
  'monitor.keyword_config.keywords': {
    title: 'Keywords',
    help: 'Werden in den ersten 2 MiB des Antworttextes gesucht',
  },
  'monitor.keyword_config.keywords.text': { title: 'Keyword', help: '' },
  'monitor.keyword_config.keywords.should_contain': {
    title: 'Muss vorkommen',
    help: 'Wenn aus, darf das Keyword nicht vorkommen',
  },
  'monitor.keyword_config.match_mode': {
    title: 'Übereinstimmung',
    help: '',
    options: { all: 'Alle müssen zutreffen', any: 'Mindestens eines muss zutreffen' },
  },
  'monitor.keyword_config.case_sensitive': { title: 'Groß-/Kleinschreibung beachten', help: '' },
  'monitor.icmp_config': { title: 'Ping' },
  'monitor.icmp_config.packet_count': { title: 'Pakete pro Prüfung', help: '' },
  'monitor.icmp_config.packet_size': { title: 'Paketgröße', help: 'Nutzdaten nach dem ICMP-Header' },
  'monitor.icmp_config.timeout_ms': {
    title: 'Paket-Timeout',
    help: 'Gilt für jede Antwort. Der Timeout des Monitors begrenzt alle Pakete zusammen.',
  },
  'monitor.icmp_config.ttl': { title: 'Time to Live (TTL)', help: 'Maximale Anzahl der Router-Hops' },
  'monitor.icmp_config.max_packet_loss_percent': {
    title: 'Tolerierter Paketverlust',
    help: 'Anteil der Pakete, die ohne Antwort bleiben dürfen',
  },
  'monitor.tcp_config': { title: 'Port' },
  'monitor.tcp_config.port': { title: 'Port' },
  'monitor.tcp_config.dns_server': {
    title: 'DNS-Server',
    help: 'IP-Adresse oder Adresse:Port. Leer: Resolver der Probe.',
  },
  'monitor.tcp_config.address': {
    title: 'Adressen',
    help: 'Beliebige: die Adressen des Namens werden nacheinander versucht. Leer: nur die erste.',
    options: { first: 'Erste', any: 'Beliebige' },
  },
  'monitor.tcp_config.protocol': {
    title: 'Protokoll',
    help: 'Protokoll des Ports',
    options: { generic: 'Generisch' },
  },
  'monitor.tcp_config.protocol_validation': { title: 'Protokollprüfung' },
  'monitor.tcp_config.protocol_validation.enabled': {
    title: 'Protokoll prüfen',
    help: 'Wenn aus, genügt eine angenommene Verbindung',
  },
  'monitor.tcp_config.protocol_validation.send': {
    title: 'Zu sendende Daten',
    help: 'Werden beim Verbinden gesendet. Nur beim generischen Protokoll. Jeder Zeilenumbruch wird als CR LF gesendet; ein Befehl endet also mit einem Zeilenumbruch. {{name}} fügt eine Variable des Projekts ein.',
  },
  'monitor.tcp_config.protocol_validation.expect': {
    title: 'Erwartete Antwort',
    help: 'Leer: jede Antwort genügt. Nur beim generischen Protokoll.',
  },
  'monitor.dns_config': { title: 'DNS-Einträge' },
  'monitor.dns_config.record_entries': { title: 'Einträge', help: '' },
  'monitor.dns_config.record_entries.record_type': { title: 'Eintragstyp' },
  'monitor.dns_config.record_entries.expected_values': {
    title: 'Erwartete Werte',
    help: 'In der Schreibweise einer Zonendatei. Leer: jeder Eintrag dieses Typs genügt.',
  },
  'monitor.dns_config.record_entries.match_mode': {
    title: 'Übereinstimmung',
    help: '',
    options: { any: 'Ein Wert muss vorkommen', all: 'Alle Werte müssen vorkommen', exact: 'Genau diese Werte' },
  },
  'monitor.dns_config.dns_server': {
    title: 'DNS-Server',
    help: 'IP-Adresse oder Adresse:Port. Leer: Resolver der Probe.',
  },
  'monitor.dns_config.resolution_timeout_ms': {
    title: 'Timeout der Auflösung',
    help: 'Grenze für alle Einträge zusammen',
  },
  'monitor.heartbeat_config': { title: 'Heartbeat-Zeitplan' },
  'monitor.heartbeat_config.expected_interval_seconds': {
    title: 'Ping-Intervall',
    help: 'Gilt, wenn kein Zeitplan angegeben ist',
  },
  'monitor.heartbeat_config.grace_period_seconds': { title: 'Toleranzzeit', help: 'Maximale Verspätung eines Pings' },
  'monitor.heartbeat_config.schedule': {
    title: 'Zeitplan',
    help: 'Cron-Ausdruck für die erwarteten Pings: Minute, Stunde, Tag, Monat, Wochentag',
  },
  'monitor.heartbeat_config.timezone': { title: 'Zeitzone', help: 'Zeitzone des Zeitplans. Leer: UTC.' },
  'monitor.heartbeat_config.methods': {
    title: 'Methoden, die zählen',
    help: 'Link-Vorschauen senden GET. Mit „nur POST und PUT“ werden sie als Logs gespeichert.',
    options: { POST: 'nur POST und PUT' },
  },

  'group.name': { title: 'Name' },
  'group.description': { title: 'Beschreibung' },
  'group.parent_group_id': { title: 'Übergeordnete Gruppe' },
  'group.condition': {
    title: 'Bedingung',
    help: 'Gibt der Gruppe einen Status und eigene Vorfälle. Solange sie ausgefallen ist, hält sie die Alarme ihrer Mitglieder zurück.',
  },
  'group.condition.mode': {
    title: 'Mitglieder, die erreichbar sein müssen',
    help: '',
    options: {
      all: 'Alle',
      any: 'Mindestens eines',
      at_least: 'Mindestens eine Anzahl',
      percent: 'Mindestens ein Anteil',
    },
  },
  'group.condition.value': { title: 'Anzahl oder Prozent', help: 'Nur für eine Anzahl oder einen Anteil.' },
  'group.escalation_policy_id': { title: 'Eskalationsregel', help: '' },
  'variable.name': {
    title: 'Name',
    help: 'Buchstaben, Ziffern und Unterstriche. Beim Umbenennen behalten Monitore ihre Verweise.',
  },
  'variable.value': {
    title: 'Wert',
    help: 'Wird unverändert eingesetzt, ohne Anführungszeichen. Höchstens 4.096 Zeichen.',
  },
  'variable.is_secret': {
    title: 'Geheimnis',
    help: 'Wird verschlüsselt gespeichert, nie wieder angezeigt und unkenntlich gemacht, wo ein Ziel es wiederholt.',
  },
  'variable.description': { title: 'Beschreibung' },
  'api-key.name': {
    title: 'Name',
    help: 'Das Programm, das den Schlüssel verwendet, zum Beispiel „Terraform“ oder „Deploy-Skript“.',
  },
  'api-key.scope': {
    title: 'Zugriff',
    help: 'Ein Nur-Lese-Schlüssel kann nichts ändern, auch wenn er in falsche Hände gerät.',
    options: { read: 'Nur lesen', read_write: 'Lesen und schreiben' },
  },
  'api-key.expires_at': { title: 'Läuft ab am' },
  'escalation-policy.name': { title: 'Name', example: 'Rufbereitschaft' },
  'escalation-policy.steps': { title: 'Stufen', help: '' },
  'escalation-policy.steps.after_minutes': { title: 'Minuten nach dem Alarm', help: '' },
  'escalation-policy.steps.target_ids': { title: 'Benachrichtigungsziele', help: '' },
  'escalation-policy.steps.schedule_ids': {
    title: 'Bereitschaftspläne',
    help: 'Benachrichtigt den Benutzer, der Bereitschaft hat, über seine Kontaktwege.',
  },
  'escalation-policy.steps.user_ids': {
    title: 'Mitglieder',
    help: 'Benachrichtigt die Mitglieder über ihre Kontaktwege.',
  },
  'escalation-policy.repeat_count': {
    title: 'Wiederholungen',
    help: 'Wiederholt alle Stufen, solange kein Benutzer den Vorfall bestätigt.',
  },
  'escalation-policy.repeat_after_minutes': { title: 'Minuten nach der letzten Stufe', help: '' },
  'on-call-schedule.name': { title: 'Name', example: 'Plattform' },
  'on-call-schedule.description': { title: 'Beschreibung' },
  'on-call-schedule.timezone': { title: 'Zeitzone', help: 'Alle Zeiten des Plans gelten in dieser Zeitzone.' },
  'on-call-schedule.layers': {
    title: 'Ebenen',
    help: 'Eine spätere Ebene ersetzt die früheren, solange eines ihrer Mitglieder Bereitschaft hat.',
  },
  'on-call-schedule.layers.name': { title: 'Name der Ebene' },
  'on-call-schedule.layers.user_ids': { title: 'Mitglieder in der Reihenfolge ihrer Schichten', help: '' },
  'on-call-schedule.layers.rotation': { title: 'Wechsel' },
  'on-call-schedule.layers.shift_length': { title: 'Länge einer Schicht', help: '' },
  'on-call-schedule.layers.handover_time': { title: 'Uhrzeit der Übergabe', help: '' },
  'on-call-schedule.layers.handover_weekday': { title: 'Tag der Übergabe', help: '' },
  'on-call-schedule.layers.starts_on': {
    title: 'Erster Tag',
    help: 'Die Ebene beginnt an diesem Tag zur Uhrzeit der Übergabe.',
  },
  'on-call-schedule.layers.restrictions': {
    title: 'Einschränkungen',
    help: 'Die Ebene gilt nur in diesen Zeiten. Ohne Einschränkung gilt sie immer.',
  },
  'on-call-schedule.layers.restrictions.from': { title: 'Von (Uhrzeit)' },
  'on-call-schedule.layers.restrictions.to': { title: 'Bis (Uhrzeit)', help: '' },
  'on-call-schedule.layers.restrictions.from_weekday': { title: 'Von' },
  'on-call-schedule.layers.restrictions.to_weekday': { title: 'Bis' },
  'maintenance-window.name': { title: 'Name', example: 'Datenbank-Upgrade' },
  'maintenance-window.description': { title: 'Beschreibung', help: 'Wird auf Statusseiten angezeigt.' },
  'maintenance-window.monitor_ids': { title: 'Monitore', help: '' },
  'maintenance-window.group_ids': {
    title: 'Gruppen',
    help: 'Umfasst alle Monitore dieser Gruppen und ihrer Untergruppen.',
  },
  'maintenance-window.starts_at': { title: 'Beginn', help: '' },
  'maintenance-window.ends_at': { title: 'Ende', help: '' },
  'maintenance-window.recurrence.timezone': { title: 'Zeitzone', help: '' },
  'maintenance-window.recurrence.cron': {
    title: 'Cron-Ausdruck',
    help: 'Minute, Stunde, Tag des Monats, Monat, Wochentag.',
  },
  'maintenance-window.recurrence.duration_minutes': { title: 'Dauer jedes Termins, in Minuten', help: '' },
  'maintenance-window.recurrence.until': {
    title: 'Wiederholen bis',
    help: 'Letzter Tag, an dem ein Termin beginnen kann.',
  },
}
