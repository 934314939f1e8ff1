/** The help text of `watchkeeper check`. Pure. */
import type { ProbeKind } from '../../core/probes/protocol.ts'
import { formatOptionLines } from '../command.ts'
import { COMMON, getExample, TYPE_NAMES } from './arguments.ts'
import { type CheckOption, listOptions } from './options.ts'

const EXIT_CODES = [
  'Exit codes: 0 when the target is up, 1 when it is degraded (too slow), 2 when it is down, and 3 when',
  'the result is unknown because of a local problem or a usage error. These are the exit codes of',
  'monitoring plugins.',
]

const EXAMPLES = [
  'http https://example.com --expect-status 2xx,404 --slow 500',
  "http https://example.com --method POST --header 'Accept: text/plain' --data hi",
  "http https://example.com/health --assert '$.status equals UP'",
  'keyword https://example.com --keyword welcome --not-keyword error',
  'tcp mail.example.com:25 --protocol smtp --tls',
  "tcp cache.example.com:6379 --send 'PING\\r\\n' --expect PONG",
  'dns example.com --type A --expect 192.0.2.7 --type MX --server 192.0.2.53',
  'icmp example.com --count 5',
]

/** @param type null for all types */
export function renderHelp(type: ProbeKind | null): string {
  return (type === null ? renderOverview() : renderTypeHelp(type)).join('\n')
}

function renderOverview(): string[] {
  return [
    'Usage: watchkeeper check TYPE TARGET [OPTIONS]',
    '',
    'Checks a target once from this machine, as a probe would, and shows every step: name resolution,',
    'connection, TLS handshake, request, response and evaluation. It needs no server and no database.',
    '',
    ...EXAMPLES.map((words) => `  watchkeeper check ${words}`),
    '',
    `Types: ${TYPE_NAMES.join(', ')}. "watchkeeper check TYPE --help" shows the options of a type.`,
    '',
    ...renderCommonOptions(null),
    '',
    ...EXIT_CODES,
  ]
}

function renderTypeHelp(type: ProbeKind): string[] {
  return [
    `Usage: watchkeeper check ${type.toLowerCase()} TARGET [OPTIONS]`,
    `Example: watchkeeper check ${type.toLowerCase()} ${getExample(type)}`,
    '',
    ...listOptions(type).flatMap(renderOption),
    '',
    ...renderCommonOptions(type),
    '',
    ...EXIT_CODES,
  ]
}

/** @param type null for the help of all types, which includes options of single types */
const renderCommonOptions = (type: ProbeKind | null): string[] => [
  ...Object.entries(COMMON)
    .filter(([, { only }]) => type === null || only === undefined || only === type)
    .flatMap(([name, { value, help }]) => renderOption({ name, value, help })),
  ...formatOptionLines('--help', 'show this help'),
]

const renderOption = ({ name, value, help }: Pick<CheckOption, 'name' | 'value' | 'help'>): string[] =>
  formatOptionLines(value === null ? `--${name}` : `--${name} ${value}`, help)
