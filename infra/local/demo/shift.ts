import { existsSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'

interface Shift {
  /** The api's address, with the base path. */
  readonly url: string
  readonly password: string
  /** The analysts' emails. */
  readonly analysts: readonly string[]
  /** A file that exists when the fleet has sent its history. */
  readonly historyMarker: string
  /** A file that exists when the shift is done, so that a restart does not repeat it. */
  readonly shiftMarker: string
  readonly signal: AbortSignal
}

const titles = ['Secure boot failures after the 4.0.7 update', 'Unexpected CAN traffic, EQX-24']

/**
 * Does the analysts' work that a visitor of the demo expects to find: a morning's triage of its history, through the
 * public API.
 */
export async function workShift({ url, password, analysts, historyMarker, shiftMarker, signal }: Shift): Promise<void> {
  if (existsSync(shiftMarker)) return
  while (!existsSync(historyMarker)) await sleep(1_000, undefined, { signal })
  const tokens = await Promise.all(analysts.map((email) => signIn(url, email, password)))
  const { alerts } = await request<{ alerts: Alert[] }>(`${url}/api/msoc/v1/alerts?status=NEW&limit=200`, tokens[0]!)
  for (const [index, alert] of alerts.entries()) {
    signal.throwIfAborted()
    const change = changeOf(alert, index)
    if (change)
      await request(`${url}/api/msoc/v1/alerts/update`, tokens[index % tokens.length]!, { uuids: [alert.uuid], change })
  }
  const untouched = alerts.filter((alert, index) => changeOf(alert, index) === undefined && index >= latest)
  for (const [index, title] of titles.entries())
    await openCase(
      url,
      tokens[index % tokens.length]!,
      title,
      untouched.filter((alert) => isFor(alert, index)),
    )
  writeFileSync(shiftMarker, JSON.stringify({ alerts: alerts.length }))
}

/** The number of latest alerts that no analyst has looked at yet. */
const latest = 8

/** The change that an alert gets: the latest ones none; of the others some are seen, some assigned, some closed. */
function changeOf({ severity }: Alert, index: number): object | undefined {
  if (index < latest || severity === 'critical') return undefined
  if (index % 6 === 0)
    return { status: 'CLOSED', resolution: index % 12 === 0 ? 'FALSE_POSITIVE' : 'TRUE_POSITIVE_WITHOUT_IMPACT' }
  if (index % 3 === 0) return { acknowledge: true, owner: 'me', status: index % 2 === 0 ? 'IN_PROGRESS' : 'PENDING' }
  return index % 4 === 1 ? { acknowledge: true, owner: 'me' } : undefined
}

/** Whether an alert belongs to a case: the first case collects the secure boot alerts, the second the bus alerts. */
function isFor({ title }: Alert, which: number): boolean {
  return title.startsWith(which === 0 ? 'Secure boot' : 'CAN message')
}

async function openCase(url: string, token: string, title: string, alerts: readonly Alert[]): Promise<void> {
  if (alerts.length === 0) return
  const { case: opened } = await request<{ case: { uuid: string; revision: number } }>(
    `${url}/api/msoc/v1/cases/create`,
    token,
    { title, alert_uuids: alerts.slice(0, 5).map(({ uuid }) => uuid) },
  )
  await request(`${url}/api/msoc/v1/cases/comment`, token, {
    uuid: opened.uuid,
    text: 'The workshop has been asked which of these were in for service.',
  })
  await request(`${url}/api/msoc/v1/cases/update`, token, {
    uuid: opened.uuid,
    revision: opened.revision,
    stage: 'IN_PROGRESS',
  })
}

async function signIn(url: string, email: string, password: string): Promise<string> {
  const { user } = await request<{ user: { access_token: string } }>(`${url}/api/v2/auth/login`, '', {
    email,
    password,
  })
  return user.access_token
}

async function request<Answer>(url: string, token: string, body?: object): Promise<Answer> {
  const reply = await fetch(url, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { 'access-token': token, 'content-type': 'application/json' },
  })
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}: ${await reply.text()}`)
  return (await reply.json()) as Answer
}
