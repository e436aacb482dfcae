import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import postgres from 'postgres'
import { graphOf, node } from '@carapace/shared/msoc/playbooks/playbooks.fixture'
import type { PlaybookGraph } from '@carapace/shared/msoc/playbooks/playbook'
import { startInstallation } from './support/installation.ts'
import { callsOf, reportTime, slowest, until } from './support/timed-calls.ts'
import { openViewerSession } from './support/viewer-session.ts'

/**
 * A run of a playbook with 1,000 nodes, and one with a for-each over 10,000 items: how long they take, how much memory
 * the api needs for them, and how long a page of the run takes to load. Exits with 1 if a limit is missed.
 */
const nodes = 1_000
const items = 10_000
const runLimitMs = { chain: 60_000, forEach: 300_000 } as const
const pageLimitMs = 500
const memoryLimitMb = 256

const installation = await startInstallation()
const { run } = installation
try {
  const token = await openViewerSession(run.database_url)
  const sql = postgres(run.database_url, { max: 1, onnotice: () => undefined })
  await sql`UPDATE users SET role = 'ADMIN' WHERE email = 'load-test@carapace.example'`
  await sql.end()
  const calls = callsOf(run.url, token)

  async function measure(what: string, graph: PlaybookGraph, body: object, limitMs: number): Promise<void> {
    const { playbook } = await calls.post('msoc/v1/playbooks/save', {
      name: what,
      description: '',
      tags: [],
      trigger: { kind: 'webhook' },
      graph,
    })
    const named = { uuid: playbook.uuid, revision: playbook.revision }
    await calls.post('msoc/v1/playbooks/enable', { ...named, version: 1 })
    const { key } = await calls.post('msoc/v1/playbooks/renew-webhook', { uuid: playbook.uuid })
    const before = residentMb()
    let most = before
    const began = performance.now()
    const uuid = await started(playbook.uuid, key, body)
    const done = await until(async () => {
      most = Math.max(most, residentMb())
      const { run: found } = await calls.get(`msoc/v1/playbooks/runs/get?uuid=${uuid}`)
      if (found.state === 'FAILED') throw new Error(found.error)
      return found.state === 'SUCCEEDED' ? found : undefined
    }, 1_000)
    const ms = performance.now() - began
    const steps = `${done.steps.toLocaleString('en')} steps, ${Math.round(done.steps / (ms / 1000))} a second`
    reportTime(what, ms, limitMs, steps)
    const page = () => calls.get(`msoc/v1/playbooks/runs/get?uuid=${uuid}`)
    reportTime('  its page', await slowest(page), pageLimitMs)
    const grown = Math.round(most - before)
    if (grown > memoryLimitMb) process.exitCode = 1
    console.log(
      `    memory of the process: ${Math.round(before)} MB before, ${grown} MB more at most (limit ${memoryLimitMb})` +
        (grown > memoryLimitMb ? '  MISSED' : ''),
    )
  }

  const ids = Array.from({ length: nodes }, (_, n) => `n${n}`)
  await measure(
    `a run of ${nodes.toLocaleString('en')} nodes`,
    graphOf(
      ids.map((id) => node(id, 'set', { variables: [{ name: 'value', value: `${id} of {{ webhook.body.text }}` }] })),
      ids
        .slice(1)
        .map((id, n) => `${ids[n]}.next>${id}`)
        .join(' '),
    ),
    { text: 'the request' },
    runLimitMs.chain,
  )
  await measure(
    `a for-each over ${items.toLocaleString('en')} items`,
    graphOf(
      [
        node('each', 'for_each', { items: 'webhook.body.items' }),
        node('one', 'set', { variables: [{ name: 'value', value: '{{ item }}-{{ index }}' }] }),
      ],
      'each.each>one',
    ),
    { items: Array.from({ length: items }, (_, n) => n % 10) },
    runLimitMs.forEach,
  )
} finally {
  await installation.stop()
}

/** Starts a run by the playbook's webhook; returns its uuid. */
async function started(playbook: string, key: string, body: object): Promise<string> {
  const text = JSON.stringify(body)
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', key).update(`${timestamp}.${text}`).digest('hex')
  const query = new URLSearchParams({ playbook, timestamp, signature })
  const response = await fetch(`${run.url}/api/msoc/v1/playbooks/webhook?${String(query)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: text,
  })
  if (!response.ok) throw new Error(await response.text())
  return ((await response.json()) as { run_uuid: string }).run_uuid
}

/** The memory that the installation's process holds, MB. Linux only. */
function residentMb(): number {
  const status = readFileSync(`/proc/${installation.process.pid!}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)![1]) / 1024
}
