/** What a project looks like over a month, for people who keep or are promised a level of service. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { invalid } from '../../core/platform/errors.ts'
import { isTimezone } from '../../core/platform/time/cron.ts'
import { MONTH_PATTERN } from '../../core/platform/time/month.ts'
import { type Report, readLatencies, UptimeReports } from '../../services/results/uptime-report.ts'
import { dataOf, type OffsetPage, OffsetQuery, ok, pagination } from '../platform/envelope.ts'
import { VIEW } from '../platform/monitor-access.ts'
import type { Resource } from '../platform/resource.ts'
import { OneOf, Uuid } from '../platform/schemas.ts'
import { WORDS } from '../platform/validation/describe.ts'
import { csvHeader, csvRow, csvTotal, toFrame, toRow, toTotal, UptimeReport } from './report-json.ts'

const DESCRIPTION = `One entry for each monitor that was there at some time of the month, deleted ones included: the report of
a month that is over does not change when a monitor is deleted later. What came before a monitor was created or after
it was deleted does not count. Uptime is worked out as in \`GET /api/monitors/{id}/uptime\`, which shows the stretches
that it is made of; in \`total\` the times of all monitors are added up, so that each counts for as long as it was measured.

\`format=csv\`, or \`Accept: text/csv\` without it, answers a table of all monitors with a header row and the total as its
last line, as in RFC 4180. It begins with a byte order mark, lest Excel garbles names, and a text that a spreadsheet
would take for a formula has an apostrophe before it.

A month begins and ends at midnight in \`timezone\`, whatever the clocks do in between. Figures may be 15 seconds old.`

const Query = Type.Object({
  month: Type.Optional(
    Type.String({
      pattern: MONTH_PATTERN,
      [WORDS]: 'a month from 1970 on, such as 2026-01',
      description: '`YYYY-MM`; default: the last month that is over. The present month goes up to now',
      examples: ['2026-01'],
    }),
  ),
  timezone: Type.String({ maxLength: 64, default: 'UTC', description: 'IANA name of the zone whose months count' }),
  group_id: Type.Optional({ ...Uuid, description: 'Monitors in this group itself, not in the groups below it' }),
  tag: Type.Optional(Type.String({ maxLength: 40, description: 'Monitors with this tag' })),
  format: Type.Optional(
    OneOf(['json', 'csv'], { description: 'Default: what `Accept` says, JSON if it leaves it open' }),
  ),
  ...OffsetQuery,
  limit: { ...OffsetQuery.limit, description: 'Most monitors to return; a table has all of them' },
})

const CsvText = Type.String({
  examples: [
    `${csvHeader()}0198c0de-7a11-7abc-8def-0123456789ab,Web shop,HTTP,Shop,2025-11-01T09:30:00.000Z,,100,…\r\n`,
  ],
})

/** Without it Excel takes UTF-8 for the code page of its machine. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Lines that are written before others have their turn. */
const TABLE_CHUNK = 200

export const reports: Resource = (api, { context }) => {
  const reports = new UptimeReports(context)
  const { history } = context.store

  api.get(
    '/api/reports/uptime',
    {
      config: { access: VIEW, weight: 'heavy', failure: 'STATS_FETCH_FAILED' },
      schema: {
        tags: ['Reports'],
        summary: 'Read the uptime of all monitors over a month',
        description: DESCRIPTION,
        querystring: Query,
        response: {
          200: {
            description: 'The report',
            content: {
              'application/json': { schema: dataOf(UptimeReport) },
              'text/csv': { schema: CsvText },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const { query, project } = request
      const { timezone, month, tag } = query
      if (!isTimezone(timezone))
        throw invalid({ field: 'timezone', message: `${timezone} is not a time zone such as Europe/Berlin` })
      const report = await reports.read({
        projectId: project.id,
        timezone,
        ...(month !== undefined && { month }),
        ...(query.group_id !== undefined && { groupId: query.group_id }),
        ...(tag !== undefined && { tag }),
      })
      if ((query.format ?? wanted(request)) === 'csv') return sendTable(reply, report)
      return reply.type('application/json; charset=utf-8').send(ok(await pageOf(report, query)))
    },
  )

  async function pageOf(report: Report, page: OffsetPage): Promise<Static<typeof UptimeReport>> {
    const rows = report.rows.slice(page.offset, page.offset + page.limit)
    const latencies = await latenciesOf(report, rows)
    return {
      ...toFrame(report),
      total: toTotal(report),
      monitors: rows.map((row, index) => toRow(row, latencies[index]!)),
      pagination: pagination(page, report.rows.length, rows.length),
    }
  }

  async function sendTable(reply: FastifyReply, report: Report): Promise<FastifyReply> {
    const lines = [BYTE_ORDER_MARK, csvHeader()]
    for (let begin = 0; begin < report.rows.length; begin += TABLE_CHUNK) {
      const rows = report.rows.slice(begin, begin + TABLE_CHUNK)
      const latencies = await latenciesOf(report, rows)
      lines.push(...rows.map((row, index) => csvRow(row, latencies[index]!)))
    }
    return reply
      .type('text/csv; charset=utf-8; header=present')
      .header('content-disposition', `attachment; filename="uptime-${report.month}.csv"`)
      .send([...lines, csvTotal(report)].join(''))
  }

  const latenciesOf = (report: Report, rows: Report['rows']) =>
    readLatencies(
      history,
      rows.map(({ monitor }) => monitor),
      report,
    )
}

/** A table only for those who name it before JSON: browsers and tools that take anything get JSON. */
function wanted({ headers }: FastifyRequest): 'json' | 'csv' {
  const types = (headers.accept ?? '').split(',').map((type) => type.split(';', 1)[0]!.trim().toLowerCase())
  const [first] = types.filter((type) => ['text/csv', 'application/json', '*/*'].includes(type))
  return first === 'text/csv' ? 'csv' : 'json'
}
