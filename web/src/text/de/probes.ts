import type { Widened } from '../catalogue.ts'
import type { probes as en } from '../en/probes.ts'

export const probes: Widened<typeof en> = {
  intro:
    'Messstellen führen die Prüfungen aus, jede in einer Region. Die einer Region teilen sich deren Monitore und übernehmen, wenn eine ausfällt.',
  onlyAdmin: 'Das sieht nur, wer diese Installation verwaltet.',
  add: 'Messstelle hinzufügen',
  role: { automatic: 'Automatisch', pinned: 'Nur wenn gewählt' },
  roleHelp: {
    automatic: 'Prüft auch Monitore, die keine Region wählen',
    pinned: 'Prüft nur Monitore, die diese Region wählen',
  },
  live: (live, all) => `${live} von ${all} Messstellen in Betrieb`,
  liveOne: '1 Messstelle in Betrieb',
  noneLive: 'Keine Messstelle in Betrieb',
  nobody: 'Noch hat sich keine Messstelle gemeldet. Starten Sie eine mit einem Token dieser Region.',
  deserted: 'Von hier wird nichts geprüft. Monitore, die nur diese Region wählen, werden gar nicht geprüft.',
  desertedAutomatic:
    'Von hier wird nichts geprüft. Monitore, die keine Region wählen, prüfen andere Regionen, soweit es welche gibt.',
  can: { icmp: 'Pings', ipv6: 'IPv6' },
  cannot: { icmp: 'Keine Pings', ipv6: 'Kein IPv6' },
  state: { live: 'In Betrieb', stuck: 'Hängt', lost: 'Vermisst', stopped: 'Beendet' },
  kind: { server: 'Teil eines Servers', remote: 'Eigenständig' },
  seen: 'Zuletzt gehört',
  share: 'Anteil',
  monitors: 'Monitore',
  waiting: 'Wartende Ergebnisse',
  late: 'Verspätet um',
  onTime: 'Pünktlich',
  clock: 'Uhr',
  clockSame: 'Die des Servers',
  clockRight: 'Richtig',
  clockUnknown: 'Noch nicht verglichen',
  ahead: (time) => `${time} vor`,
  behind: (time) => `${time} nach`,
  version: 'Version',
  remark: {
    stuck:
      'Prüfungen sind zu lange fällig, also haben andere der Region übernommen. Sie bekommt ihren Anteil zurück, wenn sie aufgeholt und fünf Minuten geruht hat. Sehen Sie nach der Last der Maschine.',
    stuckAlone:
      'Prüfungen sind zu lange fällig, und in der Region kann niemand übernehmen. Sehen Sie nach der Last der Maschine, oder starten Sie dort eine zweite Messstelle.',
    lost: 'Sie meldet sich nicht. Andere der Region haben übernommen.',
    lostAlone:
      'Sie meldet sich nicht, und in der Region ist keine andere in Betrieb. Sehen Sie nach der Maschine und ihrer Verbindung.',
    stopped: 'Sie hat sich abgemeldet, oder ihr Token wurde widerrufen. Eine Woche lang steht sie noch hier.',
    clock:
      'Ihre Uhr geht falsch. Die Ergebnisse werden darum berichtigt und stimmen also. Lassen Sie die Maschine ihre Uhr stellen (NTP), denn nach ihr werden Zertifikate beurteilt.',
    version: (server) =>
      `Der Server hat die Version ${server}. Installieren Sie bei Gelegenheit dieselbe; beide verstehen einander.`,
    dropped: (count) =>
      `${count} Ergebnisse sind seit dem Start aus Platzmangel neueren gewichen. Sie fehlen in der Geschichte.`,
    waiting:
      'Sie behält Ergebnisse, die sie nicht schnell genug abliefern kann. Sie kommen später, der Reihe nach; über Vergangenes wird niemand benachrichtigt.',
  },
  tokens: {
    title: 'Token',
    intro:
      'Eine Messstelle anderswo weist sich mit einem Token ihrer Region aus. Ein Token genügt für alle Messstellen einer Region.',
    name: 'Name',
    region: 'Region',
    made: 'Erstellt',
    used: 'Zuletzt angemeldet',
    never: 'Nie benutzt',
    probes: 'In Betrieb damit',
    revoke: 'Widerrufen',
    revokeOf: (name) => `${name} widerrufen`,
    revokeTitle: (name) => `${name} widerrufen?`,
    revokeUnused:
      'Keine Messstelle in Betrieb benutzt es. Wer es hat, kann sich nicht mehr anmelden. Das lässt sich nicht rückgängig machen.',
    revokeUsed: (probes) =>
      `Damit in Betrieb: ${probes}. Sie bekommen keine Antwort mehr, und nichts wird von ihnen angenommen. Das lässt sich nicht rückgängig machen, aber Sie können ein anderes Token erstellen.`,
    othersTakeOver: (region) => `Andere Messstellen in ${region} übernehmen sofort.`,
    nobodyLeft: (region) =>
      `In ${region} ist keine andere in Betrieb: Von dort wird nichts geprüft, bis eine andere Messstelle kommt.`,
    revoked: (name) => `${name} wurde widerrufen`,
    revokedOn: 'Widerrufen',
    revokedOnes: (count) => `Widerrufene Token (${count})`,
    empty: 'Noch kein Token',
  },
  make: {
    title: 'Messstelle hinzufügen',
    text: 'Sie bekommen ein Token und den Befehl, der die Messstelle auf ihrer Maschine startet.',
    region: 'Region',
    regionHelp: 'Wo die Messstelle steht.',
    newRegion: 'Eine neue Region …',
    code: 'Kürzel der Region',
    codeHelp:
      'Kleinbuchstaben, Ziffern und Bindestriche, etwa eu-1. Monitore werden nach dem, was vor dem ersten Bindestrich steht, über Gebiete verteilt.',
    regionName: 'Name der Region',
    regionNameHelp: 'Für Menschen, etwa Frankfurt.',
    role: 'Welche Monitore sie prüft',
    roles: {
      automatic: {
        title: 'Automatisch',
        text: 'Die diese Region wählen, und ihren Teil derer, die keine wählen. Bis zu drei solche Regionen prüfen jeden Monitor.',
      },
      pinned: { title: 'Nur wenn gewählt', text: 'Die diese Region wählen, etwa Geräte in einem Büro.' },
    },
    name: 'Name des Tokens',
    nameHelp: 'Damit Sie es wiedererkennen, wenn Sie es widerrufen wollen.',
    action: 'Token erstellen',
  },
  once: {
    title: 'Messstelle starten',
    text: 'Kopieren Sie das Token jetzt. Es wird nur dieses eine Mal gezeigt, und nur sein Hash wird aufbewahrt.',
    token: 'Token',
    command: 'Befehl',
    run: 'Auf der Maschine, die prüfen soll, mit derselben Version von Watchkeeper:',
    hint: 'Andere Menschen auf dieser Maschine können Argumente lesen. Wo das stört, legen Sie das Token in eine Datei und nennen diese in WK_PROBE_TOKEN_FILE.',
    loopback:
      'Die Adresse ist die dieser Maschine. Für eine Messstelle auf einer anderen setzen Sie dort eine Adresse ein, unter der dieser Server zu erreichen ist.',
    insecure:
      'Diese Adresse ist ohne TLS: Token und Ergebnisse lassen sich unterwegs mitlesen. Besser ist ein Zugang über https.',
    waiting: 'Es wird auf die Messstelle gewartet … Sobald sie sich meldet, steht sie hier.',
    here: (names) => `${names} hat sich gemeldet und ist in Betrieb.`,
  },
  first: {
    title: 'Wozu Messstellen anderswo?',
    text: 'Jetzt wird alles von einem Ort aus gesehen. Kunden anderswo sehen vielleicht etwas anderes, und eine Störung unterwegs sieht wie ein Ausfall aus. Mit drei Regionen gilt ein Monitor als ausgefallen, wenn die meisten das sehen, und Sie erfahren, wo. Und eine Messstelle im Büro erreicht, was von außen niemand erreicht.',
    make: 'Erstellen Sie hier ein Token, für eine Region wie Frankfurt.',
    run: 'Führen Sie den Befehl, der Ihnen gezeigt wird, auf einer Maschine dort aus. Sie verbindet sich selbst mit diesem Server; kein Port muss geöffnet werden.',
    come: 'Nach Sekunden erscheint die Messstelle hier und übernimmt ihren Anteil. Monitore, die keine Region wählen, werden dann auch von dort geprüft.',
  },
}
