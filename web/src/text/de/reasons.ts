import type { Catalogue } from '../catalogue.ts'

export const reasons: Catalogue['reasons'] = {
  by: (name) => `von ${name}`,
  until: (moment) => `bis ${moment}`,
  timeoutAfter: (time) => `Timeout nach ${time}`,
  slow: (time) => `Langsam: ${time}`,
  packetLoss: (share) => `${share} Paketverlust`,
  exitStatus: (status) => `Exit-Status ${status}`,
  kinds: {
    ssl_error: 'TLS-Fehler',
    connection_refused: 'Verbindung abgelehnt',
    connection_reset: 'Verbindung abgebrochen',
    connection_closed: 'Verbindung vorzeitig geschlossen',
    host_unreachable: 'Host nicht erreichbar',
    certificate_expired: 'Zertifikat abgelaufen',
    certificate_not_yet_valid: 'Zertifikat noch nicht gültig',
    certificate_wrong_host: 'Zertifikat für anderen Host',
    certificate_untrusted: 'Zertifikat nicht vertrauenswürdig',
    name_not_found: 'Hostname nicht gefunden',
    ping_overdue: 'Ping überfällig',
    run_overdue: 'Lauf nicht beendet',
    job_failed: 'Job meldet Fehler',
    no_results: 'Keine Ergebnisse',
    no_results_yet: 'Noch keine Ergebnisse',
  },
}
