/** Uptime reports of a project, for service level agreements. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { DAY_PATTERN, DAY_WORDS, MONTH_PATTERN } from '../../core/platform/time/local-time.ts'
import { DESCRIPTION_KEY } from '../../core/platform/validation/schema-words.ts'
import { RUNNING_PERIODS } from '../../core/results/uptime-report.ts'
import { type Report, readLatencies, UptimeReports } from '../../services/results/uptime-report.ts'
import { VIEW } from '../platform/access.ts'
import { type OffsetPage, OffsetQuery, toDataSchema, toEnvelope, toPagination } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { OneOf, Uuid } from '../platform/schemas.ts'
import { requireTimezone } from '../platform/times.ts'
import { toSlotTimes } from './availability.ts'
import {
  formatCsvHeader,
  formatCsvRow,
  formatCsvTotal,
  toPeriodJson,
  toReportHour,
  toRow,
  toTotal,
  UptimeReport,
} from './report-json.ts'

const DESCRIPTION = `Returns one entry for each monitor that existed during the period, including deleted monitors. A
completed report does not change when a monitor is deleted later. Time before the creation and after the deletion of a
monitor is not counted. Uptime is computed as in \`GET /api/monitors/{id}/uptime\`, which lists the underlying spans.
\`total\` adds up the times of all monitors, so each monitor is weighted by its measured time.

\`format=csv\`, or \`Accept: text/csv\` without \`format\`, returns CSV (RFC 4180) with a header row, all monitors and the total
in the last row. The file starts with a byte order mark so that Excel detects UTF-8. Text that a spreadsheet would
interpret as a formula is prefixed with an apostrophe.

A month and a day start and end at midnight in \`timezone\`, including daylight saving changes. Send at most one of
\`month\`, \`period\`, and \`from\` with \`to\`. Values may be up to 15 seconds old.`

const Day = Type.String({
  pattern: DAY_PATTERN,
  [DESCRIPTION_KEY]: DAY_WORDS,
  examples: ['2026-01-31'],
})

const Query = Type.Object({
  month: Type.Optional(
    Type.String({
      pattern: MONTH_PATTERN,
      [DESCRIPTION_KEY]: 'a month from 1970 on, such as 2026-01',
      description: 'Month as `YYYY-MM`. Default: the last complete month. The current month ends now',
      examples: ['2026-01'],
    }),
  ),
  period: Type.Optional(
    OneOf(RUNNING_PERIODS, {
      description: 'Ends now. `all` starts with the first monitor, or with the oldest history that the plan keeps',
    }),
  ),
  from: Type.Optional({ ...Day, description: 'First day of a range, in `timezone`' }),
  to: Type.Optional({ ...Day, description: 'Last day of the range; the current day ends now' }),
  timezone: Type.String({ maxLength: 64, default: 'UTC', description: 'IANA time zone of the boundaries' }),
  group_id: Type.Optional({ ...Uuid, description: 'Monitors directly in this group, without its subgroups' }),
  tag: Type.Optional(Type.String({ maxLength: 40, description: 'Monitors with this tag' })),
  format: Type.Optional(
    OneOf(['json', 'csv'], { description: 'Default: from the `Accept` header; JSON if the header has no preference' }),
  ),
  ...OffsetQuery,
  limit: { ...OffsetQuery.limit, description: 'Maximum number of monitors on a page; CSV includes all monitors' },
})

const CsvText = Type.String({
  examples: [
    `${formatCsvHeader()}0198c0de-7a11-7abc-8def-0123456789ab,Web shop,HTTP,Shop,2025-11-01T09:30:00.000Z,,100,…\r\n`,
  ],
})

/** Without it, Excel reads UTF-8 as the code page of its machine. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Lines written before yielding to other requests. */
const TABLE_CHUNK = 200

export const registerReportRoutes: Resource = (api, { context }) => {
  const reports = new UptimeReports(context)
  const { history } = context.store

  api.get(
    '/api/reports/uptime',
    {
      config: { access: VIEW, compressed: true, weight: 'heavy', failure: 'STATS_FETCH_FAILED' },
      schema: {
        tags: ['Reports'],
        summary: 'Get the uptime report of all monitors for a period',
        description: DESCRIPTION,
        querystring: Query,
        response: {
          200: {
            description: 'Uptime report',
            content: {
              'application/json': { schema: toDataSchema(UptimeReport) },
              'text/csv': { schema: CsvText },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const { query, project } = request
      const { timezone, month, period, from, to, tag } = query
      requireTimezone(timezone)
      const report = await reports.read({
        projectId: project.id,
        timezone,
        ...(month !== undefined && { month }),
        ...(period !== undefined && { period }),
        ...(from !== undefined && { firstDay: from }),
        ...(to !== undefined && { lastDay: to }),
        ...(query.group_id !== undefined && { groupId: query.group_id }),
        ...(tag !== undefined && { tag }),
      })
      if ((query.format ?? chooseFormat(request)) === 'csv') return sendTable(reply, report)
      return reply.type('application/json; charset=utf-8').send(toEnvelope(await pageOf(report, query)))
    },
  )

  async function pageOf(report: Report, page: OffsetPage): Promise<Static<typeof UptimeReport>> {
    const rows = report.rows.slice(page.offset, page.offset + page.limit)
    const latencies = await loadLatencies(report, rows)
    return {
      ...toPeriodJson(report),
      total: toTotal(report),
      days: report.days.map(toSlotTimes),
      week: report.week.map(toReportHour),
      monitors: rows.map((row, index) => toRow(row, latencies[index]!)),
      pagination: toPagination(page, report.rows.length, rows.length),
    }
  }

  async function sendTable(reply: FastifyReply, report: Report): Promise<FastifyReply> {
    const lines = [BYTE_ORDER_MARK, formatCsvHeader()]
    for (let begin = 0; begin < report.rows.length; begin += TABLE_CHUNK) {
      const rows = report.rows.slice(begin, begin + TABLE_CHUNK)
      const latencies = await loadLatencies(report, rows)
      lines.push(...rows.map((row, index) => formatCsvRow(row, latencies[index]!, report)))
    }
    return reply
      .type('text/csv; charset=utf-8; header=present')
      .header('content-disposition', `attachment; filename="uptime-${report.name}.csv"`)
      .send([...lines, formatCsvTotal(report)].join(''))
  }

  const loadLatencies = (report: Report, rows: Report['rows']) =>
    readLatencies(
      history,
      rows.map(({ monitor }) => monitor),
      report,
    )
}

/** Returns CSV only to clients that name it before JSON; browsers and tools that accept anything get JSON. */
function chooseFormat({ headers }: FastifyRequest): 'json' | 'csv' {
  const types = (headers.accept ?? '').split(',').map((type) => type.split(';', 1)[0]!.trim().toLowerCase())
  const [first] = types.filter((type) => ['text/csv', 'application/json', '*/*'].includes(type))
  return first === 'text/csv' ? 'csv' : 'json'
}
