import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'
import { playbookNamed } from '@carapace/api/src/msoc/playbooks/playbooks.queries.ts'
import { alertSubject, startRun } from '@carapace/api/src/msoc/playbooks/starting.ts'
import { graphOf, node } from '@carapace/shared/msoc/playbooks/playbooks.fixture'
import { enablePlaybook, savePlaybook } from '@carapace/shared/msoc/playbooks/playbooks.contract'
import { idsEvent, theAlert } from '../../support/events.ts'
import { startInstallation } from '../../support/installation.ts'

const runs = 10
const kills = 5

/** The idempotency keys that a server outside was sent, by path. */
const asked = new Map<string, string[]>()
const outside = createServer((request, response) => {
  const path = request.url!
  asked.set(path, [...(asked.get(path) ?? []), String(request.headers['idempotency-key'])])
  setTimeout(() => response.end('{}'), 20)
})
outside.listen(0, '127.0.0.1')
await once(outside, 'listening')
afterAll(() => void outside.close())
const address = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const { ANALYST: analyst } = alpha.members

const send = (id: string, repeatable: boolean) =>
  node(id, 'http_request', { method: 'POST', url: `${address}/${id}`, repeatable, timeout_seconds: 1 })
const comment = (id: string, text: string) => node(id, 'comment_case', { case: 'nodes.open.case_uuid', text })
/** Nodes that change records, requests that may be sent twice or not, and a for-each. */
const graph = graphOf(
  [
    node('open', 'create_case', { title: 'Case of {{ alert.vehicle.vin }}' }),
    node('tag', 'tag_alert', { tags: ['played'] }),
    send('once', false),
    comment('first', 'first'),
    send('often', true),
    node('task', 'add_task', { case: 'nodes.open.case_uuid', title: 'Look', description: '' }),
    node('found', 'add_observable', { case: 'nodes.open.case_uuid', kind: 'domain', value: 'evil.example' }),
    node('each', 'for_each', { items: 'alert.observables' }),
    comment('inside', 'item {{ index }}'),
    send('last', false),
    comment('second', 'second'),
  ],
  `open.next>tag tag.next>once once.next>first first.next>often often.next>task task.next>found found.next>each
    each.each>inside each.done>last last.next>second`,
)

/** Starts the runs while no process works on them. */
async function startedRuns() {
  const vins = Array.from({ length: runs }, (_, run) => `CRASH${run}`)
  await site.post(
    alpha.key,
    vins.map((vin) => idsEvent(vin)),
  )
  const alerts = await Promise.all(vins.map((vehicle) => theAlert(site, alpha, { vehicle })))
  const { playbook } = await site.request(analyst.token, savePlaybook, {
    name: 'Crash',
    description: '',
    tags: [],
    trigger: { kind: 'manual', subject: 'alert' },
    graph,
  })
  await site.request(analyst.token, enablePlaybook, { uuid: playbook.uuid, revision: playbook.revision, version: 1 })
  await site.api.stop()
  const { org } = alpha
  return site.db.transaction(async (tx) => {
    const row = (await playbookNamed(tx, org, playbook.uuid))!
    const started = []
    for (const alert of alerts) {
      const by = { kind: 'manual', key: `manual:${alert.uuid}`, person: null, actsFor: analyst.uuid, data: {} } as const
      const run = await startRun(tx, org, { ...by, playbook: row, version: 1, subject: alertSubject(alert) })
      started.push({ run: run!, alert })
    }
    return started
  })
}

const runner = fileURLToPath(new URL('./playbook-runner.fixture.ts', import.meta.url))

/** Lets a process begin some step and go on for a while, and kills it without a chance to clean up. */
async function killedAtWork(ms: number): Promise<void> {
  const before = await stepsSoFar()
  const child = spawn(process.execPath, [runner], { env: { ...process.env, DATABASE_URL: site.url }, stdio: 'inherit' })
  await vi.waitFor(async () => expect(await stepsSoFar()).toBeGreaterThan(before), { timeout: 60_000, interval: 5 })
  await pause(ms)
  child.kill('SIGKILL')
  await once(child, 'exit')
}

interface Step {
  readonly uuid: string
  readonly node: string
  readonly state: string
}
const stepsOf = (run: string) =>
  site.sql<Step[]>`SELECT uuid, node, state FROM playbook_steps WHERE run_uuid = ${run} ORDER BY seq`
const stepsSoFar = async () =>
  (await site.sql<{ steps: number }[]>`SELECT count(*)::int AS steps FROM playbook_steps`)[0]!.steps
const stateOf = async (run: string) =>
  (await site.sql<{ state: string }[]>`SELECT state FROM playbook_runs WHERE uuid = ${run}`)[0]!.state

test('[PLAYBOOK-17] after processes died at work, each step was done once or a person is asked', async () => {
  const started = await startedRuns()
  for (let kill = 0; kill < kills; kill += 1) await killedAtWork(Math.random() * 100)
  const states = await Promise.all(started.map(({ run }) => stateOf(run)))
  expect(states, 'the processes were killed before they were done').toContain('RUNNING')

  const { port } = await site.anotherApi()
  const unknown: string[] = []
  for (const { run } of started)
    await vi.waitFor(
      async () => {
        const lost = (await stepsOf(run)).filter(({ state }) => state === 'UNKNOWN')
        for (const { uuid } of lost) {
          unknown.push(uuid)
          const answer = { step_uuid: uuid, outcome: 'done', comment: '' }
          await site.call(analyst.token, 'msoc/v1/playbooks/runs/resolve', answer, port)
        }
        expect(await stateOf(run)).toBe('SUCCEEDED')
      },
      { timeout: 90_000, interval: 200 },
    )

  for (const { run, alert } of started) {
    const steps = await stepsOf(run)
    for (const { uuid, node: id, state } of steps.filter(({ node: one }) => ['once', 'last', 'often'].includes(one))) {
      const times = asked.get(`/${id}`)!.filter((key) => key === uuid).length
      expect(state).toBe('DONE')
      if (id === 'often') expect(times).toBeGreaterThan(0)
      else if (unknown.includes(uuid)) expect(times).toBeLessThan(2)
      else expect(times, `${id} was sent once`).toBe(1)
    }
    const [made] = await site.sql`
      SELECT count(*)::int AS cases,
        (SELECT count(*)::int FROM case_tasks t WHERE t.case_uuid = a.case_uuid) AS tasks,
        (SELECT count(*)::int FROM case_links l WHERE l.case_uuid = a.case_uuid) AS links,
        (SELECT json_agg(c.detail ->> 'text' ORDER BY c.seq) FROM case_changes c
          WHERE c.case_uuid = a.case_uuid AND c.kind = 'comment') AS comments
      FROM alerts a JOIN cases k ON k.title = 'Case of ' || ${alert.vehicle!.vin} WHERE a.uuid = ${alert.uuid}
      GROUP BY a.case_uuid`
    const items = alert.observables.map((_, index) => `item ${index}`)
    expect(made).toEqual({ cases: 1, tasks: 1, links: 1, comments: ['first', ...items, 'second'] })
  }
}, 240_000)
