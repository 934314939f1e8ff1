import type { Widened } from '../catalogue.ts'
import type { probes as en } from '../en/probes.ts'

export const probes: Widened<typeof en> = {
  intro:
    'Probes führen die Prüfungen ihrer Region aus. Die Probes einer Region teilen sich deren Monitore und springen füreinander ein.',
  onlyAdmin: 'Nur Administratoren dieser Instanz können diese Seite sehen.',
  add: 'Probe hinzufügen',
  role: { automatic: 'Automatisch', pinned: 'Nur festgelegte' },
  roleHelp: {
    automatic: 'Prüft auch Monitore ohne festgelegte Regionen',
    pinned: 'Prüft nur Monitore, die auf diese Region festgelegt sind',
  },
  live: (live, all) => `${live} von ${all} Probes aktiv`,
  liveOne: '1 aktive Probe',
  noneLive: 'Keine aktive Probe',
  noProbes: 'Noch hat sich keine Probe registriert. Starten Sie eine Probe mit einem Token dieser Region.',
  uncovered:
    'Aus dieser Region laufen keine Prüfungen. Monitore, die nur auf diese Region festgelegt sind, werden nicht geprüft.',
  uncoveredAutomatic:
    'Aus dieser Region laufen keine Prüfungen. Monitore ohne festgelegte Regionen werden aus anderen aktiven Regionen geprüft.',
  can: { icmp: 'Ping', ipv6: 'IPv6' },
  cannot: { icmp: 'Kein Ping', ipv6: 'Kein IPv6' },
  state: { live: 'Aktiv', stuck: 'Hängt', lost: 'Nicht erreichbar', stopped: 'Gestoppt' },
  kind: { server: 'Server', remote: 'Remote' },
  seen: 'Zuletzt gesehen',
  share: 'Anteil',
  monitors: 'Monitore',
  waiting: 'Ausstehend',
  late: 'Verzögerung',
  onTime: 'Keine',
  clock: 'Uhr',
  clockSame: 'Serveruhr',
  clockRight: 'Synchron',
  clockUnknown: 'Noch nicht gemessen',
  ahead: (time) => `${time} vor`,
  behind: (time) => `${time} nach`,
  version: 'Version',
  remark: {
    stuck:
      'Prüfungen sind überfällig, daher haben andere Probes der Region übernommen. Die Probe erhält ihren Anteil zurück, wenn sie aufgeholt hat, frühestens nach fünf Minuten. Prüfen Sie die Last der Maschine.',
    stuckAlone:
      'Prüfungen sind überfällig, und die Region hat keine andere aktive Probe. Prüfen Sie die Last der Maschine, oder starten Sie eine zweite Probe in dieser Region.',
    overload: (share) =>
      `Die Maschine ist zu klein für ihre Prüfungen: Sie laufen ${share} seltener als eingestellt. Wählen Sie längere Intervalle, starten Sie eine zweite Probe in dieser Region, oder nehmen Sie eine Maschine mit mehr Kernen. docs/scaling.md berechnet die Kapazität.`,
    lost: 'Die Probe antwortet nicht. Andere Probes der Region haben übernommen.',
    lostAlone:
      'Die Probe antwortet nicht, und die Region hat keine andere aktive Probe. Prüfen Sie die Maschine und ihre Netzwerkverbindung.',
    stopped: 'Die Probe wurde gestoppt, oder ihr Token wurde widerrufen. Sie bleibt eine Woche in dieser Liste.',
    clock:
      'Die Uhr der Maschine geht falsch. Die Zeiten der Ergebnisse werden automatisch korrigiert. Zertifikate werden gegen diese Uhr geprüft, synchronisieren Sie sie daher mit NTP.',
    version: (server) =>
      `Auf dem Server läuft Version ${server}. Aktualisieren Sie die Probe bei Gelegenheit. Beide Versionen sind kompatibel.`,
    dropped: (count) =>
      `${count} Ergebnisse wurden seit dem Start verworfen, weil der Puffer voll war. Sie fehlen im Verlauf.`,
    waiting:
      'Die Probe puffert Ergebnisse, die sie nicht schnell genug senden kann. Sie treffen später in der richtigen Reihenfolge ein. Verspätete Ergebnisse lösen keine Benachrichtigungen aus.',
  },
  tokens: {
    title: 'Tokens',
    intro:
      'Remote-Probes authentifizieren sich mit einem Token ihrer Region. Alle Probes einer Region können dasselbe Token verwenden.',
    name: 'Name',
    region: 'Region',
    made: 'Erstellt',
    used: 'Zuletzt registriert',
    never: 'Nie verwendet',
    probes: 'Aktive Probes',
    revoke: 'Widerrufen',
    revokeOf: (name) => `${name} widerrufen`,
    revokeTitle: (name) => `${name} widerrufen?`,
    revokeUnused:
      'Keine aktive Probe verwendet dieses Token. Neue Probes können sich damit nicht mehr registrieren. Das lässt sich nicht rückgängig machen.',
    revokeUsed: (probes) =>
      `Aktive Probes mit diesem Token: ${probes}. Der Server lehnt ihre Anfragen und Ergebnisse sofort ab. Das lässt sich nicht rückgängig machen, aber Sie können ein anderes Token erstellen.`,
    othersTakeOver: (region) => `Andere Probes in ${region} übernehmen sofort.`,
    nobodyLeft: (region) =>
      `${region} hat keine andere aktive Probe. Von dort wird nicht geprüft, bis sich eine andere Probe verbindet.`,
    revoked: (name) => `${name} widerrufen`,
    revokedOn: 'Widerrufen',
    revokedOnes: (count) => `Widerrufene Tokens (${count})`,
    empty: 'Noch keine Tokens',
  },
  create: {
    title: 'Probe hinzufügen',
    text: 'Sie erhalten ein Token und den Befehl, der die Probe startet.',
    region: 'Region',
    regionHelp: 'Standort der Probe.',
    newRegion: 'Neue Region …',
    code: 'Code der Region',
    codeHelp:
      'Kleinbuchstaben, Ziffern und Bindestriche, zum Beispiel eu-1. Der Teil vor dem ersten Bindestrich ist das Gebiet. Prüfungen werden auf Gebiete verteilt.',
    regionName: 'Name der Region',
    regionNameHelp: 'Anzeigename, zum Beispiel Frankfurt.',
    role: 'Zu prüfende Monitore',
    roles: {
      automatic: {
        title: 'Automatisch',
        text: 'Auf diese Region festgelegte Monitore und ein Anteil der Monitore ohne festgelegte Regionen. Höchstens drei solcher Regionen prüfen jeden Monitor.',
      },
      pinned: {
        title: 'Nur festgelegte',
        text: 'Nur auf diese Region festgelegte Monitore, zum Beispiel Hosts in einem Büronetz.',
      },
    },
    name: 'Name des Tokens',
    nameHelp: 'Kennzeichnet das Token, wenn Sie es später widerrufen.',
    action: 'Token erstellen',
  },
  startProbe: {
    title: 'Probe starten',
    text: 'Kopieren Sie das Token jetzt. Es wird nur einmal angezeigt, und der Server speichert nur den Hash.',
    token: 'Token',
    command: 'Befehl',
    run: 'Führen Sie diesen Befehl auf der Probe-Maschine aus. Dort muss dieselbe Version von Watchkeeper installiert sein.',
    hint: 'Andere Benutzer der Maschine können Befehlsargumente lesen. Um das Token zu verbergen, speichern Sie es in einer Datei, und setzen Sie WK_PROBE_TOKEN_FILE auf deren Pfad.',
    loopback:
      'Diese Adresse gilt nur auf dieser Maschine. Für eine Probe auf einer anderen Maschine setzen Sie eine Adresse ein, unter der dieser Server erreichbar ist.',
    insecure:
      'Diese Adresse verwendet kein TLS. Token und Ergebnisse können unterwegs mitgelesen werden. Verwenden Sie stattdessen https.',
    waiting: 'Warten auf die Registrierung der Probe …',
    here: (names) => `${names} registriert und aktiv.`,
  },
  introduction: {
    title: 'Wozu Probes in anderen Regionen?',
    text: 'Alle Prüfungen laufen derzeit von einem Ort aus. Kunden an anderen Orten sehen womöglich etwas anderes, und eine Netzstörung unterwegs sieht wie ein Ausfall aus. Mit drei Regionen gilt ein Monitor als ausgefallen, wenn die meisten Regionen einen Fehler melden, und Sie sehen, welche betroffen sind. Eine Probe im Büronetz kann außerdem Hosts prüfen, die von außen nicht erreichbar sind.',
    create: 'Erstellen Sie ein Token für eine Region, zum Beispiel Frankfurt.',
    run: 'Führen Sie den angezeigten Befehl auf einer Maschine in dieser Region aus. Die Probe verbindet sich mit diesem Server. Sie müssen keinen Port öffnen.',
    come: 'Die Probe erscheint hier nach wenigen Sekunden und übernimmt ihren Anteil der Prüfungen. Monitore ohne festgelegte Regionen werden dann auch aus dieser Region geprüft.',
  },
}
