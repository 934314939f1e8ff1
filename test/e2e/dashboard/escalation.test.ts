/** Escalation policies: the list, the editor of steps, and a refused deletion. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectData } from '../../support/api/client.ts'
import { findAccessibilityViolations, isTooWide, leave } from '../../support/programs/browser.ts'
import { openDashboard } from '../../support/programs/dashboard.ts'

test('a user creates, edits and deletes an escalation policy', async (t) => {
  const { call, visit, page } = await openDashboard(t)
  for (const name of ['Chat', 'Phone'])
    await expectData(
      call('POST', '/api/notification-targets', { name, channel: 'email', config: { address: 'alice@example.test' } }),
    )
  await expectData(call('POST', '/api/on-call-schedules', { name: 'Platform', timezone: 'Europe/Berlin', layers: [] }))
  await page.getByRole('link', { name: 'Notifications' }).first().click()
  await page.getByRole('link', { name: 'Escalation policies' }).click()
  await page.getByRole('button', { name: 'New policy' }).click()
  const dialog = page.getByRole('dialog')
  const summary = dialog.getByRole('region', { name: 'Summary' })
  const toStep = (position: number) => dialog.getByRole('group', { name: `Step ${position}` })
  const choose = async (position: number, target: string, field = 'Notification targets') => {
    await toStep(position).getByRole('combobox', { name: field }).fill(target)
    await page.getByRole('option', { name: target }).click()
    await page.keyboard.press('Tab')
  }
  await dialog.getByLabel('Name').fill('On-call')
  await choose(1, 'Chat')
  await dialog.getByRole('button', { name: 'Add step' }).click()
  await choose(2, 'Phone')
  await choose(2, 'Platform', 'On-call schedules')
  await dialog.getByLabel('Repeats').selectOption('Twice')
  assert.deepEqual(await summary.getByRole('listitem').allTextContents(), [
    'At once: Chat',
    'After 10\u00a0min: Phone and the user on call of Platform',
    'Repeated twice, 30\u00a0min after the last step',
  ])
  await toStep(2).getByLabel('Minutes after the alert').fill('0')
  await dialog.getByRole('button', { name: 'Create policy' }).click()
  await toStep(2).locator('[data-field-error]').waitFor()
  await toStep(2).getByLabel('Minutes after the alert').fill('20')
  await toStep(2).getByRole('button', { name: 'Move Step 2 up' }).click()
  await summary.getByText('At once: Phone and the user on call of Platform').waitFor()
  assert.match(await page.evaluate<string>('document.activeElement.getAttribute("aria-label")'), /^Move Step 1 up$/)
  assert.deepEqual(await findAccessibilityViolations(page), [])
  await page.setViewportSize({ width: 360, height: 740 })
  assert.equal(await isTooWide(page), false)
  await dialog.getByRole('button', { name: 'Create policy' }).click()
  await page.getByText('On-call created').waitFor()
  const { escalation_policies: policies } = await expectData(call('GET', '/api/escalation-policies'))
  assert.deepEqual(
    policies[0].steps.map((step: { after_minutes: number; schedule_ids: string[] }) => [
      step.after_minutes,
      step.schedule_ids.length,
    ]),
    [
      [0, 1],
      [20, 0],
    ],
  )

  const choosing = async (item: string) => {
    await page.getByRole('button', { name: /: On-call$/ }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choosing('Edit')
  await toStep(1).getByRole('button', { name: 'Remove Step 1' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Policy saved').waitFor()
  await page.getByText('At once: Chat').waitFor()
  await choosing('Use for the project')
  await page.getByText('Project policy').waitFor()
  await choosing('Delete')
  await dialog.getByRole('link', { name: 'The project' }).waitFor()
  await dialog.getByText('Close', { exact: true }).click()
  await choosing('Do not use for the project')
  await page.getByText('The project now has no policy').waitFor()
  await choosing('Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No escalation policies yet').waitFor()
  // The refused creation is a failed response, which browsers log to the console
  assert.equal(visit.pageErrors.splice(0).length, 1)
  await leave(visit)
})

test('a user assigns a policy to monitors and groups, and opens the places that use it', async (t) => {
  const { call, visit, page } = await openDashboard(t)
  const mailbox = { name: 'Chat', channel: 'email', config: { address: 'alice@example.test' } }
  const { target } = await expectData(call('POST', '/api/notification-targets', mailbox))
  const steps = [{ after_minutes: 0, target_ids: [target.id] }]
  const [day] = await Promise.all(
    ['Day', 'Night'].map(
      async (name) => (await expectData(call('POST', '/api/escalation-policies', { name, steps }))).escalation_policy,
    ),
  )
  await expectData(call('POST', '/api/groups', { name: 'Shop' }))
  for (const [name, escalation_policy_id] of [
    ['Alpha', day.id],
    ['Bravo', undefined],
  ])
    await expectData(
      call('POST', '/api/monitors', {
        name,
        type: 'HTTP',
        target: 'https://shop.example.test',
        status: 'paused',
        escalation_policy_id,
      }),
    )
  await page.goto('/notifications/escalation')
  const night = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Night' }) })
  await night.getByText('Not used yet').waitFor()
  await night.getByRole('button', { name: 'Assign…' }).click()
  const dialog = page.getByRole('dialog')
  const assign = dialog.getByRole('button', { name: 'Assign', exact: true })
  await assign.click()
  await dialog.getByText('Choose at least one monitor or group').waitFor()
  await dialog.getByRole('combobox', { name: 'Monitors' }).click()
  // Those without a policy first
  assert.deepEqual(await page.getByRole('option').allTextContents(), [
    'BravoNo policy of its own · https://shop.example.test',
    'AlphaPolicy: Day · https://shop.example.test',
  ])
  for (const name of ['Bravo', 'Alpha']) await page.getByRole('option', { name }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('combobox', { name: 'Groups' }).click()
  await page.getByRole('option', { name: 'Shop' }).click()
  await page.keyboard.press('Escape')
  assert.deepEqual(await findAccessibilityViolations(page), [])
  await assign.click()
  await page.getByText('Night assigned to 1 group and 2 monitors').waitFor()
  await night.getByRole('button', { name: 'Used by 1 group and 2 monitors' }).click()
  await dialog.getByRole('link', { name: 'Group Shop' }).waitFor()
  await dialog.getByRole('link', { name: 'Monitor Alpha' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Undo' }).click()
  await night.getByText('Not used yet').waitFor()
  const { monitors } = await expectData(call('GET', '/api/monitors'))
  assert.deepEqual(
    monitors.map((one: { name: string; escalation_policy_id?: string }) => [one.name, one.escalation_policy_id]).sort(),
    [
      ['Alpha', day.id],
      ['Bravo', undefined],
    ],
  )
  await leave(visit)
})

test('the form of a monitor names the policy of its group or project', async (t) => {
  const { call, visit, page } = await openDashboard(t)
  const mailbox = { name: 'Chat', channel: 'email', config: { address: 'alice@example.test' } }
  const { target } = await expectData(call('POST', '/api/notification-targets', mailbox))
  const steps = [{ after_minutes: 0, target_ids: [target.id] }]
  for (const name of ['Day', 'Night']) await expectData(call('POST', '/api/escalation-policies', { name, steps }))
  await expectData(call('POST', '/api/groups', { name: 'Shop' }))

  await page.goto('/settings/projects')
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByLabel('Escalation policy').selectOption('Day')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').waitFor()
  await page.goto('/groups')
  await page.getByRole('button', { name: /Shop$/ }).last().click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('If none is chosen: Day, from the project').waitFor()
  await dialog.getByLabel('Escalation policy').selectOption('Night')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })

  await page.goto('/monitors/new')
  await page.getByRole('textbox', { name: 'URL' }).fill('https://shop.example.test')
  await page.getByText('Alert settings', { exact: true }).click()
  await page.getByText('If none is chosen: Day, from the project').waitFor()
  await page.getByText('Group and tags', { exact: true }).click()
  await page.getByLabel('Group', { exact: true }).selectOption('Shop')
  await page.getByText('If none is chosen: Night, from the group Shop.').waitFor()
  await page.getByLabel('Escalation policy').selectOption('Day')
  await page.getByRole('button', { name: 'Create monitor' }).click()
  await page.getByRole('heading', { name: 'shop.example.test', level: 1 }).waitFor()
  const { monitors } = await expectData(call('GET', '/api/monitors'))
  const { escalation_policies: policies } = await expectData(call('GET', '/api/escalation-policies'))
  assert.equal(monitors[0].escalation_policy_id, policies[0].id)
  await leave(visit)
})
