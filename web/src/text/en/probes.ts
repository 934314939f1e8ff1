export const probes = {
  intro:
    'Probes run the checks of their region. The probes of a region share its monitors and take over from a lost probe.',
  onlyAdmin: 'Only admins of this instance can see this page.',
  add: 'Add probe',
  role: { automatic: 'Automatic', pinned: 'Pinned only' },
  roleHelp: {
    automatic: 'Also checks monitors without pinned regions',
    pinned: 'Checks only monitors that are pinned to this region',
  },
  live: (live: string, all: string) => `${live} of ${all} probes live`,
  liveOne: '1 live probe',
  noneLive: 'No live probe',
  noProbes: 'No probe has registered yet. Start a probe with a token of this region.',
  uncovered: 'No checks run from this region. Monitors pinned only to this region are not checked.',
  uncoveredAutomatic:
    'No checks run from this region. Monitors without pinned regions are checked from other live regions.',
  can: { icmp: 'Ping', ipv6: 'IPv6' },
  cannot: { icmp: 'No ping', ipv6: 'No IPv6' },
  state: { live: 'Live', stuck: 'Stuck', lost: 'Lost', stopped: 'Stopped' },
  kind: { server: 'Server', remote: 'Remote' },
  seen: 'Last seen',
  share: 'Share',
  monitors: 'Monitors',
  waiting: 'Pending results',
  late: 'Check delay',
  onTime: 'None',
  clock: 'Clock',
  clockSame: 'Server clock',
  clockRight: 'In sync',
  clockUnknown: 'Not measured yet',
  ahead: (time: string) => `${time} ahead`,
  behind: (time: string) => `${time} behind`,
  version: 'Version',
  remark: {
    stuck:
      'Checks are overdue, so other probes of the region took over. This probe gets its share back when it has caught up, after at least five minutes. Check the load of its machine.',
    stuckAlone:
      'Checks are overdue, and the region has no other live probe. Check the load of the machine, or start a second probe in this region.',
    overload: (share: string) =>
      `The machine is too small for its checks: they run ${share} less often than set. Set longer intervals, start a second probe in this region, or use a machine with more cores. docs/scaling.md calculates the capacity.`,
    lost: 'The probe does not respond. Other probes of the region took over.',
    lostAlone:
      'The probe does not respond, and the region has no other live probe. Check the machine and its network connection.',
    stopped: 'The probe was stopped, or its token was revoked. It stays in this list for one week.',
    clock:
      'The clock of the machine is wrong. Result times are corrected automatically. Certificate dates are checked against this clock, so synchronize it with NTP.',
    version: (server: string) =>
      `The server runs version ${server}. Upgrade the probe when convenient. Both versions are compatible.`,
    dropped: (count: string) =>
      `${count} results were dropped since the start because the buffer was full. They are missing from the history.`,
    waiting:
      'The probe buffers results that it cannot send fast enough. They arrive later, in order. Late results send no notifications.',
  },
  tokens: {
    title: 'Tokens',
    intro: 'Remote probes authenticate with a token of their region. All probes of a region can share one token.',
    name: 'Name',
    region: 'Region',
    made: 'Created',
    used: 'Last registered',
    never: 'Never used',
    probes: 'Live probes',
    revoke: 'Revoke',
    revokeOf: (name: string) => `Revoke ${name}`,
    revokeTitle: (name: string) => `Revoke ${name}?`,
    revokeUnused: 'No live probe uses this token. New probes can no longer register with it. This cannot be undone.',
    revokeUsed: (probes: string) =>
      `Live probes with this token: ${probes}. The server rejects their requests and results immediately. This cannot be undone, but you can create another token.`,
    othersTakeOver: (region: string) => `Other probes in ${region} take over immediately.`,
    nobodyLeft: (region: string) =>
      `${region} has no other live probe. No checks run from there until another probe connects.`,
    revoked: (name: string) => `${name} revoked`,
    revokedOn: 'Revoked',
    revokedOnes: (count: string) => `Revoked tokens (${count})`,
    empty: 'No tokens yet',
  },
  create: {
    title: 'Add probe',
    text: 'You get a token and the command that starts the probe.',
    region: 'Region',
    regionHelp: 'Location of the probe.',
    newRegion: 'New region…',
    code: 'Region code',
    codeHelp:
      'Lowercase letters, digits and hyphens, for example eu-1. The part before the first hyphen is the area. Checks are spread over areas.',
    regionName: 'Region name',
    regionNameHelp: 'Display name, for example Frankfurt.',
    role: 'Monitors to check',
    roles: {
      automatic: {
        title: 'Automatic',
        text: 'Monitors pinned to this region, and a share of the monitors without pinned regions. At most three such regions check each monitor.',
      },
      pinned: {
        title: 'Pinned only',
        text: 'Only monitors pinned to this region, for example hosts in an office network.',
      },
    },
    name: 'Token name',
    nameHelp: 'Identifies the token when you revoke it later.',
    action: 'Create token',
  },
  startProbe: {
    title: 'Start the probe',
    text: 'Copy the token now. It is shown only once, and the server stores only its hash.',
    token: 'Token',
    command: 'Command',
    run: 'Run this command on the probe machine. The same version of Watchkeeper must be installed there.',
    hint: 'Other users of that machine can read command arguments. To hide the token, store it in a file and set WK_PROBE_TOKEN_FILE to its path.',
    loopback:
      'This address works only on this machine. For a probe on another machine, replace it with an address that reaches this server.',
    insecure: 'This address does not use TLS. The token and results can be read in transit. Use https instead.',
    waiting: 'Waiting for the probe to register…',
    here: (names: string) => `${names} registered and running.`,
  },
  introduction: {
    title: 'Why add probes in other regions?',
    text: 'All checks currently run from one place. Customers elsewhere may see different results, and a network problem on the path looks like an outage. With three regions, a monitor is down when most regions report a failure, and you see which regions are affected. A probe inside an office network can also check hosts that are not reachable from outside.',
    create: 'Create a token for a region, for example Frankfurt.',
    run: 'Run the displayed command on a machine in that region. The probe connects to this server. You do not need to open a port.',
    come: 'The probe appears here within seconds and takes its share of the checks. Monitors without pinned regions are then also checked from this region.',
  },
}
