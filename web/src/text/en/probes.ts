export const probes = {
  intro:
    'Probes run the checks, each in a region. The probes of a region share its monitors, and take over from one that is lost.',
  onlyAdmin: 'Only an admin of this instance sees this.',
  add: 'Add a probe',
  role: { automatic: 'Automatic', pinned: 'Pinned only' },
  roleHelp: {
    automatic: 'Takes its part in monitors that pin no region',
    pinned: 'Checks only monitors that pin it',
  },
  live: (live: string, all: string) => `${live} of ${all} probes live`,
  liveOne: '1 probe live',
  noneLive: 'No probe at work',
  nobody: 'No probe has come yet. Start one with a token of this region.',
  deserted: 'Nothing is checked from here. Monitors that pin only this region are not checked at all.',
  desertedAutomatic:
    'Nothing is checked from here. Monitors that pin no region are checked by other regions, where there are any.',
  can: { icmp: 'Pings', ipv6: 'IPv6' },
  cannot: { icmp: 'No pings', ipv6: 'No IPv6' },
  state: { live: 'Live', stuck: 'Stuck', lost: 'Lost', stopped: 'Stopped' },
  kind: { server: 'Part of a server', remote: 'Remote' },
  seen: 'Last heard of',
  share: 'Share',
  monitors: 'Monitors',
  waiting: 'Results waiting',
  late: 'Late by',
  onTime: 'On time',
  clock: 'Clock',
  clockSame: 'That of the server',
  clockRight: 'Right',
  clockUnknown: 'Not compared yet',
  ahead: (time: string) => `${time} ahead`,
  behind: (time: string) => `${time} behind`,
  version: 'Version',
  remark: {
    stuck:
      'Checks have been due for too long, so others of its region took over. It gets its share back after it has caught up and rested for five minutes. Look at the load of its machine.',
    stuckAlone:
      'Checks have been due for too long, and its region has nobody else to take over. Look at the load of its machine, or start a second probe there.',
    lost: 'It is not heard of. Others of its region took over.',
    lostAlone: 'It is not heard of, and nobody else is at work in its region. Look at the machine and its connection.',
    stopped: 'It ended its work, or its token was withdrawn. It is listed here for a week.',
    clock:
      'Its clock is off. Results are corrected by that, so nothing is wrong in them. Let the machine keep its time (NTP), for certificates are judged by its clock.',
    version: (server: string) =>
      `The server has version ${server}. Install the same one there when it suits; both understand each other.`,
    dropped: (count: string) =>
      `${count} results gave way to newer ones since it started, for want of room. They are missing in the history.`,
    waiting:
      'It keeps results that it cannot deliver quickly enough. They come later, in order; nobody is told of the past.',
  },
  tokens: {
    title: 'Tokens',
    intro:
      'A probe elsewhere proves itself with a token of its region. One token is enough for all probes of a region.',
    name: 'Name',
    region: 'Region',
    made: 'Made',
    used: 'Last registered',
    never: 'Never used',
    probes: 'Live probes',
    revoke: 'Revoke',
    revokeOf: (name: string) => `Revoke ${name}`,
    revokeTitle: (name: string) => `Revoke ${name}?`,
    revokeUnused: 'No live probe uses it. Whoever has it cannot register any more. This cannot be undone.',
    revokeUsed: (probes: string) =>
      `At work with it: ${probes}. They get no answer any more, and nothing is taken from them. This cannot be undone, but you can make another token.`,
    othersTakeOver: (region: string) => `Other probes of ${region} take over at once.`,
    nobodyLeft: (region: string) =>
      `Nobody else is at work in ${region}: nothing is checked from there until another probe comes.`,
    revoked: (name: string) => `${name} was revoked`,
    revokedOn: 'Revoked',
    revokedOnes: (count: string) => `Revoked tokens (${count})`,
    empty: 'No token yet',
  },
  make: {
    title: 'Add a probe',
    text: 'You get a token and the command that starts the probe on its machine.',
    region: 'Region',
    regionHelp: 'Where the probe stands.',
    newRegion: 'A new region…',
    code: 'Code of the region',
    codeHelp:
      'Letters, digits and hyphens, such as eu-1. Monitors are spread over areas by what stands before the first hyphen.',
    regionName: 'Name of the region',
    regionNameHelp: 'For people, such as Frankfurt.',
    role: 'Which monitors it checks',
    roles: {
      automatic: {
        title: 'Automatic',
        text: 'Those that pin it, and its part of those that pin none. Up to three such regions check each monitor.',
      },
      pinned: { title: 'Pinned only', text: 'Those that pin it, such as hosts inside of an office.' },
    },
    name: 'Name of the token',
    nameHelp: 'So that you know it again when you want to revoke it.',
    action: 'Make a token',
  },
  once: {
    title: 'Start the probe',
    text: 'Copy the token now. It is shown this once, and only its hash is kept.',
    token: 'Token',
    command: 'Command',
    run: 'On the machine that is to check, with Watchkeeper of the same version installed:',
    hint: 'Other people of that machine can read arguments. Where that matters, put the token in a file and name it in WK_PROBE_TOKEN_FILE.',
    loopback:
      'The address is that of this machine. For a probe on another one, put an address there at which this server is reached.',
    insecure: 'This address is without TLS: token and results can be read on the way. Better serve it over https.',
    waiting: 'Waiting for the probe… It appears here as soon as it registers.',
    here: (names: string) => `${names} is here and at work.`,
  },
  first: {
    title: 'Why probes elsewhere?',
    text: 'Now everything is seen from one place. Customers elsewhere may see something else, and trouble on the way looks like an outage. With three regions a monitor is down when most of them see it, and you learn where. And a probe inside of an office reaches what nobody outside does.',
    make: 'Make a token here, for a region such as Frankfurt.',
    run: 'Run the command that you are shown on a machine there. It connects to this server by itself; no port has to be opened.',
    come: 'Within seconds the probe appears here and takes its share. Monitors that pin no region are checked from there as well.',
  },
}
