import { createHmac } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test, vi } from 'vitest'
import type { Org } from '@carapace/shared/core/owned'
import type { OutputOf } from '@carapace/shared/core/endpoint'
import type { PlaybookGraph, Trigger } from '@carapace/shared/msoc/playbooks/playbook'
import { graphOf, node } from '@carapace/shared/msoc/playbooks/playbooks.fixture'
import { getPlaybookRun } from '@carapace/shared/msoc/playbooks/runs.contract'
import { playbookTemplates } from '@carapace/shared/msoc/playbooks/templates/all'
import { idsEvent, theAlert } from '../../support/events.ts'
import { startInstallation } from '../../support/installation.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const { ADMIN: admin, ANALYST: analyst, ENGINEER: engineer } = alpha.members

const call = async (path: string, input: object, token = analyst.token) =>
  site.call(token, `msoc/v1/playbooks/${path}`, input)

let count = 0
async function alertOf(vin = `PLAYBOOK${++count}`) {
  await site.post(alpha.key, [idsEvent(vin)])
  return theAlert(site, alpha, { vehicle: vin })
}

/** Saves and enables a playbook; returns its uuid. */
async function enabled(
  trigger: Trigger,
  graph: PlaybookGraph,
  name = `Playbook ${++count}`,
  token = analyst.token,
): Promise<string> {
  const { body, status } = await call('save', { name, description: '', tags: [], trigger, graph }, token)
  expect(status, JSON.stringify(body)).toBe(200)
  const { uuid, revision } = body.playbook
  const { body: on } = await call('enable', { uuid, revision, version: 1 }, token)
  expect(on.playbook.enabled_version).toBe(1)
  return uuid
}

async function started(uuid: string, alert: { uuid: string } | null): Promise<string> {
  const subject = alert === null ? null : { kind: 'alert', uuid: alert.uuid }
  const { body, status } = await call('run', { uuid, subject })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.run.uuid
}

type FoundRun = OutputOf<typeof getPlaybookRun>
const got = (uuid: string): Promise<FoundRun> => site.request(admin.token, getPlaybookRun, { uuid })

/** Waits until a run is so far, and returns it. */
async function until(uuid: string, isSoFar: (found: FoundRun) => boolean) {
  return vi.waitFor(
    async () => {
      const found = await got(uuid)
      if (!isSoFar(found)) throw new Error(JSON.stringify(found.run))
      return found
    },
    { timeout: 20_000, interval: 50 },
  )
}

const ended = (uuid: string) => until(uuid, ({ run }) => ['SUCCEEDED', 'FAILED', 'CANCELLED'].includes(run.state))
const stepOf = (found: FoundRun, id: string) => found.steps.find((step) => step.node === id)!

const manual: Trigger = { kind: 'manual', subject: 'alert' }
const people = { kind: 'role', role: 'ANALYST' }
const approval = (approvals: 1 | 2) =>
  node('ask', 'approval', { question: 'Do it?', people, approvals, expires_after_minutes: 10 })
const first = node('first', 'set', { variables: [{ name: 'x', value: '1' }] })
const action = node('act', 'vehicle_action', {
  vin: '{{ alert.vehicle.vin }}',
  action: 'block_arbitration_id',
  parameters: { bus: 'can0', arbitration_id: '0x2C1' },
  expires_after_minutes: 10,
})

test('[PLAYBOOK-15] from an alert over two approvals to what the vehicle confirms, each recorded', async () => {
  const alert = await alertOf()
  const graph = graphOf(
    [
      node('facts', 'vehicle_facts', {}),
      node('open', 'create_case', { title: 'Spoof on {{ alert.vehicle.vin }}' }),
      approval(2),
      action,
      node('close', 'update_case', {
        case: 'nodes.open.case_uuid',
        stage: 'CLOSED',
        close_alerts: 'TRUE_POSITIVE_WITH_IMPACT',
      }),
    ],
    'facts.next>open open.next>ask ask.approved>act act.confirmed>close',
  )
  const run = await started(await enabled(manual, graph), alert)
  const waiting = await until(run, (found) => found.run.needs_people === 1)
  const step = stepOf(waiting, 'ask').uuid

  const own = await call('runs/decide', { step_uuid: step, decision: 'approve' })
  expect([own.status, own.body.message]).toEqual([422, expect.stringContaining('somebody else')])
  expect((await call('runs/decide', { step_uuid: step, decision: 'approve' }, engineer.token)).status).toBe(422)
  expect((await call('runs/decide', { step_uuid: step, decision: 'approve' }, admin.token)).status).toBe(200)
  const twice = await call('runs/decide', { step_uuid: step, decision: 'approve' }, admin.token)
  expect(twice.body.message).toContain('another person')
  const second = await secondAnalyst()
  expect((await call('runs/decide', { step_uuid: step, decision: 'approve' }, second)).status).toBe(200)

  const delivered = await vi.waitFor(async () => {
    const { actions } = await pulled(alert.vehicle!.vin)
    expect(actions).toHaveLength(1)
    return actions[0]!
  })
  expect(delivered).toMatchObject({ kind: 'block_arbitration_id', parameters: { arbitration_id: '0x2C1' } })
  // what was lost on the way is handed out again, and a confirmation again changes nothing
  expect((await pulled(alert.vehicle!.vin)).actions).toHaveLength(1)
  for (let time = 0; time < 2; time += 1)
    expect(await confirmed(delivered.uuid)).toEqual({ success: true, state: 'CONFIRMED' })

  const done = await ended(run)
  expect(done.run).toMatchObject({ state: 'SUCCEEDED', error: null })
  expect(stepOf(done, 'act')).toMatchObject({ port: 'confirmed', output: { state: 'CONFIRMED', detail: 'blocked' } })
  const { body } = await site.get(admin.token, 'msoc/v1/alerts/get', { uuid: alert.uuid })
  expect(body.alert).toMatchObject({ status: 'CLOSED', resolution: 'TRUE_POSITIVE_WITH_IMPACT' })
  const { body: list } = await site.get(admin.token, 'msoc/v1/vehicle-actions', { vehicle: alert.vehicle!.vin })
  expect(list.actions).toMatchObject([{ state: 'CONFIRMED', delivered_over: 'http', approvals: [{}, {}] }])
})

test('[PLAYBOOK-8] a graph that reaches a vehicle without an approval is not saved', async () => {
  const graph = graphOf([action], '')
  const { status, body } = await call('save', { name: 'Bare', description: '', tags: [], trigger: manual, graph })
  expect([status, Object.keys(body.errors)]).toEqual([400, ['nodes.act']])
})

test('[PLAYBOOK-18] a secret reaches the server and no record, even if the server repeats it', async () => {
  const value = 'hush-hush-93141'
  const seen: (string | undefined)[] = []
  const url = await server((request, response) => {
    seen.push(request.headers.authorization)
    const echo = { echo: request.headers.authorization, coded: Buffer.from(value).toString('base64') }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(echo))
  })
  await call('secrets/save', { name: 'TOKEN', description: '', value }, admin.token)
  const graph = graphOf(
    [
      node('send', 'http_request', { method: 'POST', url, headers: { authorization: 'Bearer {{ secrets.TOKEN }}' } }),
      node('keep', 'set', { variables: [{ name: 'echo', value: '{{ nodes.send.body.echo }}' }] }),
    ],
    'send.next>keep',
  )
  const done = await ended(await started(await enabled(manual, graph), await alertOf()))
  expect(done.run.state).toBe('SUCCEEDED')
  expect(seen).toEqual([`Bearer ${value}`])
  expect(stepOf(done, 'keep').output).toEqual({ echo: 'Bearer [secret TOKEN]' })
  for (const table of ['playbook_steps', 'playbook_runs', 'playbook_versions', 'playbook_secrets', 'audit_log']) {
    const [row] = await site.sql<{ text: string }[]>`SELECT coalesce(string_agg(t::text, ' '), '') AS text
      FROM ${site.sql(table)} t`
    expect(row!.text, table).not.toContain(value)
    expect(row!.text, table).not.toContain(Buffer.from(value).toString('base64').slice(0, 16))
  }
})

test('[PLAYBOOK-14] a failure takes its way out or fails the run, and a person goes on from there', async () => {
  const answers = [500, 500, 200]
  const url = await server((_request, response) => response.writeHead(answers.shift() ?? 200).end())
  const send = node('send', 'http_request', { method: 'POST', url, repeatable: true })
  const run = await started(await enabled(manual, graphOf([send], '')), await alertOf())
  const failure = await ended(run)
  expect(failure.run).toMatchObject({ state: 'FAILED', error: 'send: The server answered 500.' })
  const again = { uuid: run, step_uuid: stepOf(failure, 'send').uuid }
  await call('runs/retry', again)
  await until(run, ({ run: now }) => now.state === 'FAILED' && answers.length === 1)
  await call('runs/retry', again)
  expect((await ended(run)).run.state).toBe('SUCCEEDED')
})

test('[PLAYBOOK-17] a lost request that may not be repeated is unknown until a person states its outcome', async () => {
  const url = await server((request) => request.socket.destroy())
  const graph = graphOf(
    [node('send', 'http_request', { method: 'POST', url }), node('tag', 'tag_alert', { tags: ['after'] })],
    'send.next>tag',
  )
  const run = await started(await enabled(manual, graph), await alertOf())
  const unknown = await until(run, (found) => found.run.needs_people === 1)
  expect(stepOf(unknown, 'send').state).toBe('UNKNOWN')
  await call('runs/resolve', { step_uuid: stepOf(unknown, 'send').uuid, outcome: 'done', comment: 'seen there' })
  expect((await ended(run)).run.state).toBe('SUCCEEDED')
})

test('[PLAYBOOK-17] what may not be repeated is unknown after a 5xx and made again after 429', async () => {
  const answers = [429, 502]
  const url = await server((_request, response) => response.writeHead(answers.shift() ?? 200).end())
  const retry = { times: 5, after_seconds: 1 }
  const graph = graphOf([node('send', 'http_request', { method: 'POST', url }, { retry })], '')
  const run = await started(await enabled(manual, graph), await alertOf())
  const unknown = await until(run, (found) => found.run.needs_people === 1)
  expect(stepOf(unknown, 'send')).toMatchObject({ state: 'UNKNOWN', attempt: 2 })
  expect(stepOf(unknown, 'send').error).toContain('502')
})

test('[PLAYBOOK-17] whatever a server answers is recorded', async () => {
  const deep = `${'['.repeat(2_000)}${']'.repeat(2_000)}`
  const body = `{"a\\u0000b":"x\\u0000y","half":"\\ud83d","deep":${deep}}`
  const url = await server((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(body),
  )
  const graph = graphOf(
    [
      node('send', 'http_request', { method: 'GET', url }),
      node('keep', 'set', { variables: [{ name: 'x', value: '{{ nodes.send.body.half | default("-") }}' }] }),
    ],
    'send.next>keep',
  )
  const done = await ended(await started(await enabled(manual, graph), await alertOf()))
  expect(done.run.state).toBe('SUCCEEDED')
  expect(stepOf(done, 'send').output).toMatchObject({ status: 200, body: { 'a\ufffdb': 'x\ufffdy', half: '\ufffd' } })
  expect(stepOf(done, 'keep').output).toEqual({ x: '\ufffd' })
})

test('[PLAYBOOK-17] an outcome that cannot be recorded is unknown, and such a wait fails', async () => {
  await site.sql`CREATE FUNCTION refuse_output() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = '22P05'; END $$`
  await site.sql`CREATE TRIGGER refuse_output BEFORE UPDATE ON playbook_steps FOR EACH ROW
    WHEN (NEW.output ->> 'body' = 'refuse me') EXECUTE FUNCTION refuse_output()`
  const url = await server((_request, response) => response.end('refuse me'))
  const send = node('send', 'http_request', { method: 'GET', url })
  const run = await started(await enabled(manual, graphOf([send], '')), await alertOf())
  const unknown = await until(run, (found) => found.run.needs_people === 1)
  expect(stepOf(unknown, 'send')).toMatchObject({ state: 'UNKNOWN', error: expect.stringContaining('not be recorded') })

  const late = node('wait', 'delay', { kind: 'until', time: '+275760-09-13T00:00:00Z' })
  const done = await ended(await started(await enabled(manual, graphOf([late], '')), await alertOf()))
  expect(done.run).toMatchObject({ state: 'FAILED', error: expect.stringContaining('not a time') })
})

test('[PLAYBOOK-17] an attempt that is lost each time is not made again for ever', async () => {
  const url = await server(() => undefined)
  const send = node('send', 'http_request', { method: 'GET', url, timeout_seconds: 3 })
  const run = await started(await enabled(manual, graphOf([send], '')), await alertOf())
  await until(run, (found) => stepOf(found, 'send')?.state === 'RUNNING')
  await site.sql`UPDATE playbook_steps SET attempt = 20, due_at = now() WHERE run_uuid = ${run}`
  await look(run)
  const done = await ended(run)
  expect(done.run).toMatchObject({ state: 'FAILED', error: expect.stringContaining('lost') })
})

test('[PLAYBOOK-17] the outcome of an attempt is recorded also if its run was cancelled meanwhile', async () => {
  const { url, held } = await holding()
  const send = (id: string) => node(id, 'http_request', { method: 'POST', url, timeout_seconds: 15 })
  const graph = graphOf(
    [first, send('known'), send('lost'), send('unsure')],
    'first.next>known first.next>lost first.next>unsure',
  )
  const run = await started(await enabled(manual, graph), await alertOf())
  await underWay(held, run, 3)
  held[2]!.writeHead(500).end()
  await until(run, (found) => stepOf(found, 'unsure').state === 'UNKNOWN')
  expect((await call('runs/cancel', { uuid: run })).status).toBe(200)
  const states = async () => (await got(run)).steps.map(({ node: id, state }) => `${id} ${state}`)
  expect(await states()).toEqual(['first DONE', 'known RUNNING', 'lost RUNNING', 'unsure UNKNOWN'])

  held[0]!.end('sent')
  await until(run, (found) => stepOf(found, 'known').state === 'DONE')
  await site.sql`UPDATE playbook_steps SET due_at = now() WHERE run_uuid = ${run} AND node = 'lost'`
  await look(run)
  const lost = await until(run, (found) => stepOf(found, 'lost').state === 'UNKNOWN')
  expect(stepOf(lost, 'known').output).toMatchObject({ status: 200, body: 'sent' })
  expect(lost.run).toMatchObject({ state: 'CANCELLED', needs_people: 0, steps: 2 })
})

test('[PLAYBOOK-17] a failed run goes on with all attempts that failed, also those that failed after it', async () => {
  const { url, held } = await holding()
  const send = (id: string) => node(id, 'http_request', { method: 'POST', url, timeout_seconds: 15 })
  const run = await started(
    await enabled(manual, graphOf([first, send('one'), send('other')], 'first.next>one first.next>other')),
    await alertOf(),
  )
  await underWay(held, run, 2)
  held[0]!.writeHead(404).end()
  await ended(run)
  held[1]!.writeHead(404).end()
  const failure = await until(run, (found) => stepOf(found, 'other').state === 'FAILED')
  await call('runs/retry', { uuid: run, step_uuid: stepOf(failure, 'one').uuid })
  await vi.waitFor(() => expect(held).toHaveLength(3), { timeout: 10_000 })
  held[2]!.end()
  await vi.waitFor(() => expect(held).toHaveLength(4), { timeout: 10_000 })
  held[3]!.end()
  expect((await ended(run)).run).toMatchObject({ state: 'SUCCEEDED', steps: 4 })
})

test.for(['end', 'failure'] as const)('[PLAYBOOK-12] the runs that a run started end with it: %s', async (way) => {
  const asks = graphOf([node('ask', 'form', { question: 'Which?', people, expires_after_minutes: 5 })], '')
  const called = await enabled({ kind: 'called', inputs: [] }, asks)
  const last = way === 'end' ? node('last', 'end', {}) : node('last', 'close_alert', { alert: 'alert.title' })
  const run = await started(
    await enabled(
      manual,
      graphOf([first, node('sub', 'sub_playbook', { playbook_uuid: called }), last], 'first.next>sub first.next>last'),
    ),
    await alertOf(),
  )
  const { run: over } = await ended(run)
  expect(over.state).toBe(way === 'end' ? 'SUCCEEDED' : 'FAILED')
  const { body } = await site.get(admin.token, 'msoc/v1/playbooks/runs', { playbook: called })
  expect(body.runs).toMatchObject([{ state: 'CANCELLED', parent_uuid: run, needs_people: 0 }])
})

test('[PLAYBOOK-23] a webhook takes any JSON', async () => {
  const uuid = await enabled({ kind: 'webhook' }, graphOf([node('end', 'end', {})], ''))
  const run = await hooked(uuid, { nul: 'a\0b', half: '\ud83d', words: '\\u0000' })
  expect((await ended(run)).run.state).toBe('SUCCEEDED')
})

test('[PLAYBOOK-13] a for-each runs its nodes once for each item', async () => {
  const graph = graphOf(
    [
      node('each', 'for_each', { items: 'webhook.body.items' }),
      node('one', 'set', { variables: [{ name: 'seen', value: '{{ item }}-{{ index }}' }] }),
    ],
    'each.each>one',
  )
  const uuid = await enabled({ kind: 'webhook' }, graph)
  const run = await hooked(uuid, { items: Array.from({ length: 100 }, (_, index) => index * 2) })
  const done = await ended(run)
  expect(done.run).toMatchObject({ state: 'SUCCEEDED', steps: 101, started_by_kind: 'webhook' })
  const { body } = await site.get(admin.token, 'msoc/v1/playbooks/runs/steps', { uuid: run, node: 'one', limit: 3 })
  expect(body.steps).toMatchObject([
    { output: { seen: '0-0' } },
    { output: { seen: '2-1' } },
    { output: { seen: '4-2' } },
  ])
})

test('[PLAYBOOK-23] a webhook with a wrong or used signature or an old timestamp starts nothing', async () => {
  const uuid = await enabled({ kind: 'webhook' }, graphOf([node('end', 'end', {})], ''))
  const { body: renewed } = await call('renew-webhook', { uuid })
  const now = Math.floor(Date.now() / 1000)
  expect((await hook(uuid, 'f'.repeat(64), now, {})).status).toBe(404)
  expect((await hook(uuid, renewed.key, now - 400, {})).status).toBe(422)
  expect((await hook(uuid, renewed.key, now, { a: 1 })).status).toBe(200)
  expect((await hook(uuid, renewed.key, now, { a: 1 })).status).toBe(422)
})

test('[PLAYBOOK-21] an alert starts each playbook whose trigger it matches, once', async () => {
  const graph = graphOf([node('tag', 'tag_alert', { tags: ['seen by a playbook'] })], '')
  const uuid = await enabled({ kind: 'alert', matchers: { vehicles: ['TRIGGER1'] } }, graph)
  const alert = await alertOf('TRIGGER1')
  await vi.waitFor(
    async () => {
      const { body } = await site.get(admin.token, 'msoc/v1/alerts/get', { uuid: alert.uuid })
      expect(body.alert.tags).toEqual(['seen by a playbook'])
    },
    { timeout: 20_000 },
  )
  await alertOf('TRIGGER2')
  const { body } = await site.get(admin.token, 'msoc/v1/playbooks/runs', { playbook: uuid })
  expect(body.runs).toMatchObject([{ started_by_kind: 'alert', subject: { label: `ALR-${alert.number}` } }])
})

test('[PLAYBOOK-21] each of many changes of a case starts a playbook, within the hour as many as may', async () => {
  const { org, token, open } = await organisationOfCases('Gamma')
  const uuid = await enabled({ kind: 'case', on: ['closed'] }, graphOf([node('end', 'end', {})], ''), 'Many', token)
  const closed = await open()
  await closedTimes(org, closed, 510)
  await vi.waitFor(async () => expect(await runsOf(uuid)).toBe(510), { timeout: 30_000, interval: 200 })
  const other = await enabled({ kind: 'case', on: ['opened'] }, graphOf([node('end', 'end', {})], ''), 'Other', token)
  await open()
  await vi.waitFor(async () => expect(await runsOf(other)).toBe(1), { timeout: 10_000 })
  expect(await runsOf(uuid, 'QUEUED'), 'the other one has begun before the queue was done').toBeGreaterThan(0)

  await site.sql`UPDATE playbook_positions SET hour = now(), starts = 4995 WHERE org_uuid = ${org.uuid}`
  await closedTimes(org, closed, 20)
  await vi.waitFor(async () => expect(await startsOf(org)).toBeGreaterThanOrEqual(5_000), { timeout: 10_000 })
  expect([await startsOf(org), await runsOf(uuid)]).toEqual([5_000, 515])
  await site.sql`UPDATE playbook_positions SET hour = now() - interval '2 hours' WHERE org_uuid = ${org.uuid}`
  await vi.waitFor(async () => expect(await runsOf(uuid)).toBe(530), { timeout: 10_000 })
}, 60_000)

test('[PLAYBOOK-21] a change by a playbook starts none, one by a member does, whatever they are called', async () => {
  const { org, token, open } = await organisationOfCases('Delta')
  await site.sql`UPDATE users SET name = 'Bo (playbook)' WHERE org_uuid = ${org.uuid}`
  const comment = node('say', 'comment_case', { case: 'case.uuid', text: 'seen' })
  const uuid = await enabled({ kind: 'case', on: ['changed', 'opened'] }, graphOf([comment], ''), 'Comment', token)
  await open()
  await vi.waitFor(async () => expect(await runsOf(uuid, 'SUCCEEDED')).toBe(1), { timeout: 10_000 })
  await vi.waitFor(
    async () => {
      const [behind] = await site.sql`SELECT c.seq - p.seq AS changes FROM playbook_positions p
      JOIN change_counters c ON c.org_uuid = p.org_uuid WHERE p.org_uuid = ${org.uuid}`
      expect(Number(behind!['changes'])).toBe(0)
    },
    { timeout: 10_000 },
  )
  expect(await runsOf(uuid)).toBe(1)
})

test('[PLAYBOOK-22] a dry run changes nothing and states what would be done', async () => {
  const alert = await alertOf()
  const { trigger, graph } = playbookTemplates[0]!
  const subject = { kind: 'alert', uuid: alert.uuid }
  const { body, status } = await call('dry-run', { trigger, graph, subject })
  expect([status, body.state]).toEqual([200, 'SUCCEEDED'])
  const { body: now } = await site.get(admin.token, 'msoc/v1/alerts/get', { uuid: alert.uuid })
  expect(now.alert.revision).toBe(alert.revision)
})

test('[PLAYBOOK-16] a form gives its answers to what follows', async () => {
  const graph = graphOf(
    [
      node('ask', 'form', { question: 'Which?', people, expires_after_minutes: 5 }),
      node('keep', 'set', { variables: [{ name: 'x', value: '{{ nodes.ask.answer | upper }}' }] }),
    ],
    'ask.next>keep',
  )
  const run = await started(await enabled(manual, graph), await alertOf())
  const step = stepOf(await until(run, (found) => found.run.needs_people === 1), 'ask').uuid
  expect((await call('runs/answer', { step_uuid: step, values: {} })).status).toBe(400)
  expect((await call('runs/answer', { step_uuid: step, values: { answer: 'this' } })).status).toBe(200)
  expect(stepOf(await ended(run), 'keep').output).toEqual({ x: 'THIS' })
})

test('[VEHICLE-ACTION-3] an action that a person requests waits for another person', async () => {
  const { vehicle } = await alertOf()
  const input = { vehicle: vehicle!.vin, kind: 'enter_safe_mode', parameters: {}, reason: 'smoke' }
  const { body } = await site.call(analyst.token, 'msoc/v1/vehicle-actions/request', input)
  const decide = (token: string) =>
    site.call(token, 'msoc/v1/vehicle-actions/decide', { uuid: body.action.uuid, decision: 'approve' })
  expect((await pulled(vehicle!.vin)).actions).toEqual([])
  expect((await decide(analyst.token)).status).toBe(422)
  expect((await decide(admin.token)).body.action.state).toBe('APPROVED')
  expect((await pulled(vehicle!.vin)).actions).toHaveLength(1)
})

test('[VEHICLE-ACTION-4] what a vehicle has not confirmed is handed out again, until it has', async () => {
  const { uuid, vin } = await approvedAction()
  for (let time = 0; time < 2; time += 1) expect((await pulled(vin)).actions).toMatchObject([{ uuid }])
  await confirmed(uuid)
  expect((await pulled(vin)).actions).toEqual([])
})

test('[VEHICLE-ACTION-5] the same confirmation again is answered with the state and changes nothing', async () => {
  const { uuid, vin } = await approvedAction()
  await pulled(vin)
  for (let time = 0; time < 2; time += 1) expect(await confirmed(uuid)).toEqual({ success: true, state: 'CONFIRMED' })
})

test('[PLAYBOOK-19] a run queues while its organisation has fifty at work', async () => {
  const uuid = await enabled({ kind: 'manual', subject: null }, graphOf([node('end', 'end', {})], ''))
  await ended(await started(uuid, null))
  await site.sql`INSERT INTO playbook_runs
      (org_uuid, number, playbook_uuid, playbook, version, state, due_at, started_by_kind, start_key, data)
    SELECT ${alpha.org.uuid}, 9000 + n, ${uuid}, 'at work', 1, 'RUNNING', NULL, 'manual', 'at work ' || n, '{}'
    FROM generate_series(1, 50) n`
  const run = await started(uuid, null)
  expect((await got(run)).run.state).toBe('QUEUED')
  await site.sql`UPDATE playbook_runs SET state = 'CANCELLED' WHERE playbook = 'at work'`
  expect((await ended(run)).run.state).toBe('SUCCEEDED')
})

test('[PLAYBOOK-19] servers that never answer one organisation delay no other one', async () => {
  const { members } = await site.organisation('Beta')
  const { held, url } = await holding()
  const by: Trigger = { kind: 'manual', subject: null }
  const graph = graphOf([node('send', 'http_request', { method: 'POST', url, timeout_seconds: 60 })], '')
  const slow = await enabled(by, graph, 'Slow', members.ANALYST.token)
  for (let run = 0; run < 60; run += 1) await call('run', { uuid: slow, subject: null }, members.ANALYST.token)
  await vi.waitFor(() => expect(held.length).toBeGreaterThanOrEqual(10), { timeout: 20_000 })

  const quick = await server((_request, response) => response.end())
  const asks = graphOf([node('send', 'http_request', { method: 'POST', url: quick })], '')
  expect((await ended(await started(await enabled(by, asks), null))).run.state).toBe('SUCCEEDED')
  expect(held).toHaveLength(10)

  // what waited is done as soon as there is a place, each once
  const sent = setInterval(() => held.forEach((response) => response.end()), 50)
  const unfinished = async () =>
    (await site.sql`SELECT 1 FROM playbook_runs WHERE playbook_uuid = ${slow} AND state <> 'SUCCEEDED'`).length
  await vi.waitFor(async () => expect(await unfinished()).toBe(0), { timeout: 60_000, interval: 200 })
  clearInterval(sent)
  expect(held).toHaveLength(60)
}, 90_000)

async function approvedAction() {
  const { vehicle } = await alertOf()
  const vin = vehicle!.vin
  const input = { vehicle: vin, kind: 'enter_safe_mode', parameters: {}, reason: 'smoke' }
  const { body } = await site.call(analyst.token, 'msoc/v1/vehicle-actions/request', input)
  const uuid = body.action.uuid as string
  await site.call(admin.token, 'msoc/v1/vehicle-actions/decide', { uuid, decision: 'approve' })
  return { uuid, vin }
}

async function secondAnalyst(): Promise<string> {
  await site.sql`UPDATE users SET role = 'ANALYST' WHERE uuid = ${engineer.uuid}`
  return engineer.token
}

async function pulled(vin: string) {
  const response = await fetch(`http://127.0.0.1:${site.ingest.port}/ingest/v1/actions?vehicle=${vin}`, {
    headers: { authorization: `Bearer ${alpha.key}` },
  })
  expect(response.status).toBe(200)
  return (await response.json()) as { actions: { uuid: string }[] }
}

async function confirmed(uuid: string): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${site.ingest.port}/ingest/v1/actions/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${alpha.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ uuid, state: 'CONFIRMED', detail: 'blocked' }),
  })
  return response.json()
}

async function hooked(uuid: string, body: object): Promise<string> {
  const { body: renewed } = await call('renew-webhook', { uuid })
  const response = await hook(uuid, renewed.key, Math.floor(Date.now() / 1000), body)
  return ((await response.json()) as { run_uuid: string }).run_uuid
}

function hook(uuid: string, key: string, timestamp: number, body: object): Promise<Response> {
  const text = JSON.stringify(body)
  const signature = createHmac('sha256', key).update(`${timestamp}.${text}`).digest('hex')
  const query = new URLSearchParams({ playbook: uuid, timestamp: String(timestamp), signature })
  return fetch(`${site.apiUrl}msoc/v1/playbooks/webhook?${String(query)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: text,
  })
}

async function organisationOfCases(name: string) {
  const { org, members } = await site.organisation(name)
  const { token } = members.ANALYST
  const open = async (): Promise<string> => {
    const { body, status } = await site.call(token, 'msoc/v1/cases/create', { title: 'Case', alert_uuids: [] })
    expect(status, JSON.stringify(body)).toBe(200)
    return body.case.uuid
  }
  return { org, token, open }
}

/** Records that a case was closed, so many times at once. */
async function closedTimes(org: Org, uuid: string, times: number): Promise<void> {
  await site.sql.begin(async (sql) => {
    await sql`UPDATE change_counters SET seq = seq + ${times} WHERE org_uuid = ${org.uuid}`
    await sql`INSERT INTO case_changes (org_uuid, seq, case_uuid, kind, actor, detail)
      SELECT org_uuid, seq - ${times} + n, ${uuid}, 'stage', 'Bo', '{"stage":"CLOSED"}'
      FROM change_counters, generate_series(1, ${times}) n WHERE org_uuid = ${org.uuid}`
  })
}

async function runsOf(playbook: string, state?: string): Promise<number> {
  const rows = await site.sql<{ state: string }[]>`SELECT state FROM playbook_runs WHERE playbook_uuid = ${playbook}`
  return rows.filter((row) => state === undefined || row.state === state).length
}

async function startsOf(org: Org): Promise<number> {
  const [row] = await site.sql<{ starts: number }[]>`SELECT starts FROM playbook_positions WHERE org_uuid = ${org.uuid}`
  return row!.starts
}

/** A server that holds its answers back until the test gives them. */
async function holding() {
  const held: ServerResponse[] = []
  return { held, url: await server((_request, response) => held.push(response)) }
}

const look = (run: string) => site.sql`UPDATE playbook_runs SET due_at = now() WHERE uuid = ${run}`

/** Waits until so many attempts are under way: of one run, each begins when the run is looked at. */
async function underWay(held: readonly ServerResponse[], run: string, attempts: number): Promise<void> {
  for (let known = 1; known <= attempts; known += 1) {
    await vi.waitFor(() => expect(held).toHaveLength(known), { timeout: 10_000 })
    if (known < attempts) await look(run)
  }
}

/** A real local server, which the installation of the tests may call. */
async function server(listener: Parameters<typeof createServer>[1]): Promise<string> {
  const listening = createServer(listener)
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    listening.closeAllConnections()
    listening.close()
  })
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}/`
}
