import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { recordOverdue } from '../../../src/services/heartbeats/heartbeats.ts'
import { describeResponse } from '../../support/api/monitor-api.ts'
import { ANY_DIALECT } from '../../support/database/stores.ts'
import { createHeartbeatApi } from '../../support/factories/heartbeats.ts'

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const JOB = { name: 'Backup', type: 'HEARTBEAT' }

for (const dialect of ANY_DIALECT) {
  test(`${dialect}: a heartbeat has a token as target, and shows its expected interval`, async (t) => {
    const { createHeartbeat, read, send, clock } = await createHeartbeatApi(t, dialect)
    const monitor = await createHeartbeat({ expected_interval_seconds: 120, grace_period_seconds: 0 })
    assert.match(monitor.target, UUID_V4)
    clock.advance(1)
    assert.notEqual((await createHeartbeat()).target, monitor.target)
    assert.equal(monitor.heartbeat_token, monitor.target)
    assert.equal(monitor.heartbeat_url, `http://watchkeeper.test/api/heartbeat/${monitor.target}`)
    assert.deepEqual([monitor.heartbeat_interval, monitor.grace_period, monitor.interval_seconds], [120, 0, 120])
    assert.deepEqual(monitor.heartbeat_config, { expected_interval_seconds: 120, grace_period_seconds: 0 })
    assert.ok(
      !('last_heartbeat_at' in monitor) && !('heartbeat_due_at' in monitor) && !('last_run_duration_ms' in monitor),
    )
    assert.deepEqual(await read(monitor.id), monitor)
    const { monitors } = (await send('GET', '?type=HEARTBEAT&sort=created_at')).body.data
    assert.deepEqual([monitors.length, monitors[0]], [2, monitor])
  })

  test(`${dialect}: a heartbeat needs only a name, and a site has no heartbeat fields`, async (t) => {
    const { send, create } = await createHeartbeatApi(t, dialect)
    const { monitor } = (await send('POST', '', JOB)).body.data
    assert.deepEqual([monitor.heartbeat_interval, monitor.grace_period, monitor.interval_seconds], [3_600, 300, 3_600])
    const site = await create()
    assert.deepEqual(
      Object.keys(site).filter((field) => /heartbeat|grace|last_run/.test(field)),
      [],
    )
  })

  test(`${dialect}: an interval below a minute or a grace period above an hour gets a specific code`, async (t) => {
    const { send, createHeartbeat } = await createHeartbeatApi(t, dialect)
    const { id } = await createHeartbeat()
    const wrong: [object, string][] = [
      [
        { heartbeat_config: { expected_interval_seconds: 59 } },
        'VALIDATION_FAILED heartbeat_config.expected_interval_seconds',
      ],
      [
        { heartbeat_config: { grace_period_seconds: 3_601 } },
        'VALIDATION_FAILED heartbeat_config.grace_period_seconds',
      ],
      [{ interval_seconds: 59 }, 'VALIDATION_FAILED interval_seconds'],
      [{ interval_seconds: 29 }, 'VALIDATION_ERROR interval_seconds'],
      [
        { heartbeat_config: { expected_interval_seconds: 2_592_001 } },
        'VALIDATION_ERROR heartbeat_config.expected_interval_seconds',
      ],
      [
        { heartbeat_config: { expected_interval_seconds: '120' } },
        'VALIDATION_ERROR heartbeat_config.expected_interval_seconds',
      ],
      [{ heartbeat_config: { grace_period_seconds: -1 } }, 'VALIDATION_ERROR heartbeat_config.grace_period_seconds'],
      [{ heartbeat_config: { every: 60 } }, 'VALIDATION_ERROR heartbeat_config.every'],
      [{ heartbeat_config: { schedule: '0 3 * *' } }, 'VALIDATION_ERROR heartbeat_config.schedule'],
      [{ heartbeat_config: { schedule: '0 0 30 2 *' } }, 'VALIDATION_ERROR heartbeat_config.schedule'],
      [{ heartbeat_config: { timezone: 'Mars/Olympus' } }, 'VALIDATION_ERROR heartbeat_config.timezone'],
      [{ http_config: {} }, 'VALIDATION_ERROR http_config'],
      [{ target: '0198c0de-0000-4000-8000-000000000001' }, 'VALIDATION_ERROR target'],
    ]
    for (const [fields, refusal] of wrong) {
      assert.equal(
        describeResponse(await send('POST', '', { ...JOB, ...fields })),
        `400 ${refusal}`,
        JSON.stringify(fields),
      )
      assert.equal(describeResponse(await send('PUT', `/${id}`, fields)), `400 ${refusal}`, JSON.stringify(fields))
    }
    const edges = { expected_interval_seconds: 60, grace_period_seconds: 3_600 }
    assert.equal(describeResponse(await send('PUT', `/${id}`, { heartbeat_config: edges })), '200')
    assert.equal(
      describeResponse(await send('PUT', `/${id}`, { heartbeat_config: { expected_interval_seconds: 2_592_000 } })),
      '200',
    )
  })

  test(`${dialect}: a representation can be sent back, and each field changes its setting`, async (t) => {
    const { send, createHeartbeat } = await createHeartbeatApi(t, dialect)
    const monitor = await createHeartbeat({
      expected_interval_seconds: 2_592_000,
      schedule: '0 3 * * *',
      timezone: 'Europe/Berlin',
    })
    assert.equal(monitor.interval_seconds, 86_400)
    const put = async (body: object) => {
      const answer = await send('PUT', `/${monitor.id}`, body)
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      const { heartbeat_config: config, interval_seconds: interval, target } = answer.body.data.monitor
      assert.equal(target, monitor.target)
      return [config, interval]
    }
    assert.deepEqual(await put(monitor), [monitor.heartbeat_config, 86_400])
    const { timezone } = monitor.heartbeat_config
    const [config] = await put({ heartbeat_config: { schedule: null } })
    assert.deepEqual(config, { expected_interval_seconds: 2_592_000, grace_period_seconds: 300, timezone })
    assert.equal((await put({ interval_seconds: 600 }))[0].expected_interval_seconds, 600)
    assert.equal((await put({ heartbeat_config: { expected_interval_seconds: 7_200 } }))[1], 7_200)
    assert.equal(
      (await put({ interval_seconds: 900, heartbeat_config: { expected_interval_seconds: 1_800 } }))[1],
      1_800,
    )
  })

  test(`${dialect}: a time zone in the schedule becomes the time zone, unless another one is set`, async (t) => {
    const { send, createHeartbeat } = await createHeartbeatApi(t, dialect)
    const schedule = 'CRON_TZ=Europe/Berlin 0 3 * * *'
    const { heartbeat_config: config } = await createHeartbeat({ schedule })
    assert.deepEqual([config.schedule, config.timezone], ['0 3 * * *', 'Europe/Berlin'])
    const refused = await send('POST', '', { ...JOB, heartbeat_config: { schedule, timezone: 'UTC' } })
    assert.equal(describeResponse(refused), '400 VALIDATION_ERROR heartbeat_config.schedule')
    assert.match(refused.body.error.message, /names the time zone Europe\/Berlin, but the time zone is UTC/)
    assert.equal((await createHeartbeat({ schedule: '@daily' })).heartbeat_config.schedule, '@daily')
  })

  test(`${dialect}: the plan decides whether heartbeats are allowed, and their minimum interval`, async (t) => {
    const { send, createHeartbeat, setPlan } = await createHeartbeatApi(t, dialect)
    const { id } = await createHeartbeat()
    await setPlan('free')
    assert.equal(describeResponse(await send('POST', '', JOB)), '403 HEARTBEAT_MONITORING_NOT_AVAILABLE type')
    const config = { expected_interval_seconds: 120 }
    assert.match(describeResponse(await send('PUT', `/${id}`, { heartbeat_config: config })), /^403 INTERVAL_TOO_SHORT/)
    assert.equal(describeResponse(await send('PUT', `/${id}`, { name: 'Nightly' })), '200')
  })

  test(`${dialect}: a check of a heartbeat monitor is refused`, async (t) => {
    const { send, createHeartbeat } = await createHeartbeatApi(t, dialect)
    const { id } = await createHeartbeat()
    assert.equal(describeResponse(await send('POST', `/${id}/check`)), '400 VALIDATION_ERROR id')
    assert.equal(describeResponse(await send('POST', '/test', { type: 'HEARTBEAT' })), '400 VALIDATION_ERROR type')
  })

  test(`${dialect}: a changed interval moves the deadline`, async (t) => {
    const { send, createHeartbeat, ping, read, clock, context } = await createHeartbeatApi(t, dialect)
    const { id, heartbeat_token: token } = await createHeartbeat()
    await ping(token)
    await send('PUT', `/${id}`, { heartbeat_config: { expected_interval_seconds: 7_200 } })
    clock.advance(HOUR_MS + 5 * MINUTE_MS)
    assert.equal(await recordOverdue(context, 10), 0)
    await send('PUT', `/${id}`, { heartbeat_config: { expected_interval_seconds: 600, grace_period_seconds: 0 } })
    assert.equal(await recordOverdue(context, 10), 0, 'a deadline in the past cannot be met')
    clock.advance(10 * MINUTE_MS)
    assert.equal(await recordOverdue(context, 10), 1)
    assert.equal((await read(id)).runtimeStatus, 'down')
  })
}
