import type { RequestFields } from '../../en/forms/request-fields.ts'

export const requestFields: RequestFields = {
  'monitor.http_config': { title: 'Anfrage' },
  'monitor.http_config.method': { title: 'Methode' },
  'monitor.http_config.headers': {
    title: 'Request-Header',
    help: 'Werte von Authorization, Cookie und X-Api-Key werden nach dem Speichern nicht mehr angezeigt. {{name}} fügt eine Variable des Projekts ein.',
  },
  'monitor.http_config.body': {
    title: 'Request-Body',
    help: 'Den Typ legen Sie mit einem Content-Type-Header fest. {{name}} fügt eine Variable des Projekts ein.',
  },
  'monitor.http_config.follow_redirects': { title: 'Weiterleitungen folgen', help: 'Höchstens 10 Weiterleitungen' },
  'monitor.http_config.expected_status': {
    title: 'Erwartete Statuscodes',
    help: 'Codes, 2xx oder 200-299. Leer: jeder 2xx-Code, ohne Folgen von Weiterleitungen auch jeder 3xx-Code.',
  },
  'monitor.http_config.slow_response_threshold_ms': {
    title: 'Schwelle für langsame Antworten',
    help: 'Eine langsamere Antwort gilt als beeinträchtigt. Leer: keine Grenze.',
  },
  'monitor.http_config.verify_ssl': {
    title: 'Bei ungültigem SSL-Zertifikat fehlschlagen',
    help: 'Ein ungültiges Zertifikat zählt als fehlgeschlagene Prüfung',
  },
  'monitor.http_config.read_body': {
    title: 'Response-Body',
    help: 'Ob eine erwartete Antwort bis zum Ende gelesen wird, bei unbekannter Länge höchstens 3 s oder bis sie als langsam gilt. Sonst endet die Antwortzeit mit den Headern, und ein abgebrochener Body fällt nicht auf.',
    options: { auto: 'Lesen', no: 'Nicht lesen' },
  },
  'monitor.http_config.ip_version': {
    title: 'IP-Version',
    help: '',
    options: { auto: 'IPv4 oder IPv6', 4: 'Nur IPv4', 6: 'Nur IPv6' },
  },
  'monitor.http_config.assertions': {
    title: 'Zusicherungen',
    help: 'Bedingungen an die Antwort, die alle erfüllt sein müssen',
  },
  'monitor.http_config.assertions.source': {
    title: 'Quelle',
    help: 'Teil der Antwort',
    options: {
      json: 'Wert in JSON',
      header: 'Header',
      body: 'Text der Antwort',
      body_size: 'Größe der Antwort (Bytes)',
      response_time: 'Antwortzeit (ms)',
    },
  },
  'monitor.http_config.assertions.path': {
    title: 'JSON-Pfad',
    help: 'Zum Beispiel $.status oder $.checks[*].status. Findet er mehrere Werte, muss jeder passen.',
  },
  'monitor.http_config.assertions.name': {
    title: 'Header',
    help: 'Mehrere Header dieses Namens werden durch ein Komma verbunden',
  },
  'monitor.http_config.assertions.comparison': {
    title: 'Vergleich',
    help: '',
    options: {
      equals: 'ist gleich',
      not_equals: 'ist nicht gleich',
      contains: 'enthält',
      not_contains: 'enthält nicht',
      one_of: 'ist einer von',
      exists: 'ist vorhanden',
      not_exists: 'ist nicht vorhanden',
      greater: 'ist größer als',
      less: 'ist kleiner als',
    },
  },
  'monitor.http_config.assertions.value': {
    title: 'Wert',
    help: 'Erwarteter Wert. {{name}} fügt eine Variable des Projekts ein.',
  },
  'monitor.http_config.assertions.values': { title: 'Werte', help: 'Akzeptierte Werte' },
  'monitor.http_config.assertions.effect': {
    title: 'Wirkung',
    help: 'Ergebnis der Prüfung, wenn der Wert nicht passt',
    options: { down: 'Ausgefallen', degraded: 'Beeinträchtigt' },
  },
  'monitor.http_config.authentication': {
    title: 'Authentifizierung',
    help: 'Setzt den Authorization-Header. Er wird nicht an einen anderen Ursprung weitergeleitet.',
  },
  'monitor.http_config.authentication.type': {
    title: 'Art',
    help: 'Felder der anderen Arten haben keine Wirkung',
    options: { basic: 'Benutzername und Passwort', bearer: 'Token', oauth2: 'OAuth 2 (Client Credentials)' },
  },
  'monitor.http_config.authentication.username': { title: 'Benutzername', help: 'Für Benutzername und Passwort' },
  'monitor.http_config.authentication.password': {
    title: 'Passwort',
    help: 'Wird nach dem Speichern nicht mehr angezeigt. {{name}} fügt eine Variable des Projekts ein.',
  },
  'monitor.http_config.authentication.token': {
    title: 'Token',
    help: 'Wird nach dem Speichern nicht mehr angezeigt. {{name}} fügt eine Variable des Projekts ein.',
  },
  'monitor.http_config.authentication.token_url': {
    title: 'Token-URL',
    help: 'Für OAuth 2. Das Token gilt bis 30 s vor seinem Ablauf.',
  },
  'monitor.http_config.authentication.client_id': { title: 'Client-ID', help: 'Für OAuth 2' },
  'monitor.http_config.authentication.client_secret': {
    title: 'Client-Secret',
    help: 'Für OAuth 2. Wird nach dem Speichern nicht mehr angezeigt. {{name}} fügt eine Variable des Projekts ein.',
  },
  'monitor.http_config.authentication.scopes': { title: 'Scopes', help: 'Für OAuth 2' },
  'monitor.http_config.authentication.audience': {
    title: 'Audience',
    help: 'Für OAuth 2. Manche Server verlangen diesen Parameter.',
  },
  'monitor.http_config.authentication.client_auth': {
    title: 'Client-Authentifizierung',
    help: 'Für OAuth 2. Leer: als Header.',
    options: { basic: 'Als Header', post: 'Im Request-Body' },
  },
  'monitor.http_config.tls': {
    title: 'TLS',
    help: 'Client-Zertifikat, Zertifizierungsstellen und Versionen. Weiterleitungen zu anderen Hosts erhalten weder das Client-Zertifikat noch den Servernamen.',
  },
  'monitor.http_config.tls.client_certificate': {
    title: 'Client-Zertifikat',
    help: 'PEM. Nur für Host und Port des Ziels. {{name}} fügt eine Variable des Projekts ein.',
  },
  'monitor.http_config.tls.client_key': {
    title: 'Client-Schlüssel',
    help: 'PEM ohne Passphrase. Später verborgen. {{name}} fügt eine Variable des Projekts ein.',
  },
  'monitor.http_config.tls.ca': {
    title: 'Zertifizierungsstellen',
    help: 'PEM. Statt der Zertifizierungsstellen der Probe. {{name}} fügt eine Variable des Projekts ein.',
  },
  'monitor.http_config.tls.server_name': {
    title: 'Servername',
    help: 'Wird beim Server angefragt (SNI) und muss im Zertifikat stehen. Leer: Host des Ziels, oder der Host-Header, wenn das Ziel eine Adresse ist.',
  },
  'monitor.http_config.tls.min_version': {
    title: 'Niedrigste TLS-Version',
    help: 'Leer: 1.2. 1.0 und 1.1 sind unsicher',
  },
  'monitor.http_config.tls.max_version': {
    title: 'Höchste TLS-Version',
    help: 'Leer: 1.3. 1.2 für Server, die nach der Anfrage ein Client-Zertifikat verlangen.',
  },
  'monitor.http_config.tls.legacy': {
    title: 'Schwaches TLS alter Geräte',
    help: 'Akzeptiert schwache Schlüssel und Signaturen sowie Server ohne sichere Neuaushandlung.',
  },
  'monitor.http_config.dns_server': {
    title: 'DNS-Server',
    help: 'IP-Adresse oder Adresse:Port. Leer: Resolver der Probe.',
  },
  'monitor.http_config.address': {
    title: 'Adressen',
    help: 'Beliebige: die Adressen des Namens werden nacheinander versucht. Leer: nur die erste.',
    options: { first: 'Erste', any: 'Beliebige' },
  },
  'monitor.http_config.proxy': {
    title: 'Proxy',
    help: 'Der Proxy löst den Namen des Ziels auf. Ein gestörter Proxy zählt als fehlgeschlagener Check.',
  },
  'monitor.http_config.proxy.url': { title: 'URL', help: 'http://, https:// oder socks5://, mit Host und Port' },
  'monitor.http_config.proxy.username': {
    title: 'Benutzername',
    help: 'Nur wenn der Proxy eine Anmeldung verlangt. {{name}} fügt eine Variable des Projekts ein.',
  },
  'monitor.http_config.proxy.password': {
    title: 'Passwort',
    help: 'Wird nach dem Speichern nicht mehr angezeigt. {{name}} fügt eine Variable des Projekts ein.',
  },
}
