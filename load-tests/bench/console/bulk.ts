import { setTimeout as sleep } from 'node:timers/promises'
import { listJobs } from '@carapace/shared/account/jobs.contract'
import { bulkUpdateAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'

export interface BulkFigures {
  /** How many alerts had which outcome, as the job reports it. */
  readonly outcome: Readonly<Record<string, number>>
  readonly ms: number
}

/** Selects every second alert of the benchmark. */
const query = { severity: ['medium'] }

/** Closes half of all alerts by one request, as a job, and waits until the job reports that it is done. */
export async function closeInBulk(url: string, token: string): Promise<BulkFigures> {
  const began = performance.now()
  const { job } = bulkUpdateAlerts.output.parse(
    await request(url, token, bulkUpdateAlerts.path, {
      query,
      change: { status: 'CLOSED', resolution: 'FALSE_POSITIVE' },
    }),
  )
  for (;;) {
    const { jobs } = listJobs.output.parse(await request(url, token, listJobs.path))
    const now = jobs.find(({ uuid }) => uuid === job.uuid)
    if (now?.finished_at) return { outcome: now.outcome, ms: performance.now() - began }
    await sleep(200)
  }
}

async function request(url: string, token: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${url}/api/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'access-token': token, ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}
