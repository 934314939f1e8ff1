import type { Catalogue } from '../catalogue.ts'

export const formFields: Catalogue['forms']['fields'] = {
  'monitor.name': { title: 'Name' },
  'monitor.HTTP.target': { title: 'URL', help: '' },
  'monitor.KEYWORD.target': { title: 'URL', help: '' },
  'monitor.ICMP.target': { title: 'Host', help: 'Ein Name oder eine IP-Adresse' },
  'monitor.TCP.target': { title: 'Host', help: 'Ein Name oder eine IP-Adresse' },
  'monitor.DNS.target': { title: 'Nachgeschlagener Name', help: '' },
  'monitor.interval_seconds': { title: 'Prüfen alle', help: '' },
  'monitor.timeout_ms': {
    title: 'Zeitlimit',
    help: 'Dauert eine Prüfung länger, ist sie fehlgeschlagen. Kürzer als das Intervall.',
  },
  'monitor.group_id': { title: 'Gruppe', help: '' },
  'monitor.tags': { title: 'Schlagwörter', help: 'Zum Wiederfinden, etwa Produktion oder Shop' },
  'monitor.notification_target_ids': { title: 'Wer benachrichtigt wird', help: 'Beim Ausfall, und wenn er vorbei ist' },
  'monitor.reminder_interval_minutes': {
    title: 'Erinnern alle',
    help: 'Solange ein Vorfall offen ist und niemand ihn bestätigt hat. 0 heißt nie.',
  },
  'monitor.failure_threshold': {
    title: 'Fehlschläge bis zum Ausfall',
    help: 'Fehlgeschlagene Prüfungen in Folge, bevor eine Region als ausgefallen gilt',
  },
  'monitor.recovery_threshold': {
    title: 'Erfolge bis zur Erholung',
    help: 'Bestandene Prüfungen in Folge, bevor eine Region wieder als erreichbar gilt',
  },
  'monitor.depends_on_monitor_ids': {
    title: 'Hängt ab von',
    help: 'Solange einer davon ausgefallen ist, etwa der Router davor, wird für diesen niemand alarmiert',
  },
  'monitor.monitoring_regions': { title: 'Geprüft von' },
  'monitor.status': {
    title: 'Status',
    help: '',
    options: { active: 'Aktiv: wird geprüft', paused: 'Pausiert: wird nicht geprüft' },
  },
  'monitor.ssl_monitoring': { title: 'Zertifikat' },
  'monitor.ssl_monitoring.enabled': {
    title: 'Zertifikat überwachen',
    help: 'Von https-Adressen und von Ports, die TLS sprechen',
  },
  'monitor.ssl_monitoring.check_expiry': { title: 'Vor dem Ablauf warnen', help: 'An jedem der Tage unten' },
  'monitor.ssl_monitoring.check_validity': {
    title: 'Alarmieren, wenn es nicht gültig ist',
    help: 'Abgelaufen, für einen anderen Host, zu schwach oder von unbekannter Stelle',
  },
  'monitor.ssl_monitoring.expiry_warning_days': { title: 'Tage für Warnungen', help: 'So viele Tage vor dem Ablauf' },
  'monitor.ssl_monitoring.ignore_self_signed': {
    title: 'Selbst signiertes annehmen',
    help: 'Oder eines Ihrer eigenen Stelle. Host und Daten müssen trotzdem stimmen.',
  },
  'monitor.domain_monitoring': { title: 'Domain' },
  'monitor.domain_monitoring.enabled': {
    title: 'Registrierung der Domain überwachen',
    help: 'Der registrierten Domain, unter der das Ziel liegt',
  },
  'monitor.domain_monitoring.expiry_warning_days': {
    title: 'Tage für Warnungen',
    help: 'So viele Tage vor dem Ablauf',
  },

  'monitor.http_config': { title: 'Anfrage' },
  'monitor.http_config.method': { title: 'Methode' },
  'monitor.http_config.headers': {
    title: 'Kopfzeilen der Anfrage',
    help: 'Werte von Authorization, Cookie und X-Api-Key bleiben nach dem Speichern geheim',
  },
  'monitor.http_config.body': {
    title: 'Inhalt der Anfrage',
    help: 'Seine Art ist, was eine Kopfzeile Content-Type sagt',
  },
  'monitor.http_config.follow_redirects': { title: 'Weiterleitungen folgen', help: 'Höchstens 10 hintereinander' },
  'monitor.http_config.expected_status': {
    title: 'Erwartete Statuscodes',
    help: 'Jeder 2xx, wenn leer; auch 3xx, wo Weiterleitungen nicht gefolgt wird',
  },
  'monitor.http_config.slow_response_threshold_ms': {
    title: 'Langsam ab',
    help: 'Dauert eine Antwort länger, gilt der Monitor als beeinträchtigt. Keine Grenze, wenn leer.',
  },
  'monitor.http_config.verify_ssl': { title: 'Ein schlechtes Zertifikat ist ein Fehler', help: '' },
  'monitor.http_config.ip_version': {
    title: 'IP-Version',
    help: '',
    options: { auto: 'Beide', 4: 'Nur IPv4', 6: 'Nur IPv6' },
  },
  'monitor.keyword_config': { title: 'Stichwörter' },
  'monitor.keyword_config.keywords': { title: 'Stichwörter', help: 'Gesucht in den ersten 2 MiB des Textes' },
  'monitor.keyword_config.keywords.text': { title: 'Stichwort', help: '' },
  'monitor.keyword_config.keywords.should_contain': {
    title: 'Muss vorkommen',
    help: 'Sonst darf es nicht vorkommen',
  },
  'monitor.keyword_config.match_mode': {
    title: 'Wie viele zutreffen müssen',
    help: '',
    options: { all: 'Alle', any: 'Eines genügt' },
  },
  'monitor.keyword_config.case_sensitive': { title: 'Groß- und Kleinschreibung unterscheiden', help: '' },
  'monitor.icmp_config': { title: 'Pings' },
  'monitor.icmp_config.packet_count': { title: 'Pakete je Prüfung', help: '' },
  'monitor.icmp_config.packet_size': { title: 'Paketgröße', help: 'Hinter dem ICMP-Kopf' },
  'monitor.icmp_config.timeout_ms': {
    title: 'Warten auf jede Antwort',
    help: 'Das Zeitlimit des Monitors begrenzt alle Pakete zusammen',
  },
  'monitor.icmp_config.ttl': { title: 'Lebensdauer (TTL)', help: 'Router, die ein Paket unterwegs passieren darf' },
  'monitor.icmp_config.max_packet_loss_percent': {
    title: 'Geduldeter Verlust',
    help: 'Pakete, die ohne Antwort bleiben dürfen',
  },
  'monitor.tcp_config': { title: 'Port' },
  'monitor.tcp_config.port': { title: 'Port' },
  'monitor.tcp_config.protocol': {
    title: 'Protokoll',
    help: 'Was an dem Port gesprochen wird',
    options: { generic: 'Beliebig' },
  },
  'monitor.tcp_config.protocol_validation': { title: 'Prüfung des Protokolls' },
  'monitor.tcp_config.protocol_validation.enabled': {
    title: 'Auch das Protokoll prüfen',
    help: 'Sonst genügt es, dass der Port eine Verbindung annimmt',
  },
  'monitor.tcp_config.protocol_validation.send': { title: 'Zuerst senden', help: 'Nur beim Protokoll „Beliebig“' },
  'monitor.tcp_config.protocol_validation.expect': {
    title: 'In der Antwort erwarten',
    help: 'Ohne Angabe genügt jede Antwort. Nur beim Protokoll „Beliebig“.',
  },
  'monitor.dns_config': { title: 'Einträge' },
  'monitor.dns_config.record_entries': { title: 'Einträge', help: '' },
  'monitor.dns_config.record_entries.record_type': { title: 'Art des Eintrags' },
  'monitor.dns_config.record_entries.expected_values': {
    title: 'Erwartete Werte',
    help: 'Wie in einer Zonendatei. Ohne Angabe genügt ein Eintrag dieser Art.',
  },
  'monitor.dns_config.record_entries.match_mode': {
    title: 'Übereinstimmung',
    help: '',
    options: { any: 'Einer der Werte', all: 'Alle Werte', exact: 'Genau diese Werte' },
  },
  'monitor.dns_config.dns_server': {
    title: 'Nameserver',
    help: 'Eine IP-Adresse, oder Adresse:Port. Der der Messstelle, wenn leer.',
  },
  'monitor.dns_config.resolution_timeout_ms': { title: 'Zeitlimit der Auflösung', help: 'Für alle Einträge zusammen' },
  'monitor.heartbeat_config': { title: 'Rhythmus' },
  'monitor.heartbeat_config.expected_interval_seconds': {
    title: 'Ein Ping wird erwartet alle',
    help: 'Wenn kein Zeitplan angegeben ist',
  },
  'monitor.heartbeat_config.grace_period_seconds': { title: 'Nachfrist', help: 'So spät darf ein Ping kommen' },
  'monitor.heartbeat_config.schedule': {
    title: 'Zeitplan',
    help: 'Ein Cron-Ausdruck der Zeiten, zu denen Pings erwartet werden: Minute, Stunde, Tag, Monat, Wochentag',
  },
  'monitor.heartbeat_config.timezone': { title: 'Zeitzone', help: 'In der der Zeitplan gelesen wird. UTC, wenn leer.' },
}
