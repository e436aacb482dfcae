import type { Alert, AlertChange, AlertUpdate } from '@carapace/shared/msoc/alerts/alerts.contract'
import type { Case } from '@carapace/shared/msoc/cases/cases.contract'
import type { RuleRow } from '@carapace/shared/msoc/rules/rules.contract'
import type { Resolution } from '@carapace/shared/msoc/alerts/alerts'

/** The user agent of the simulated analysts: nobody who signs in with it is a visitor. */
export const analystAgent = 'carapace-demo'

/** What an analyst does through the public API. */
export interface AnalystApi {
  readonly openAlerts: () => Promise<Alert[]>
  readonly alert: (uuid: string) => Promise<{ alert: Alert; changes: AlertChange[] }>
  /** Returns the alert after the change; undefined where nothing changed. */
  readonly update: (uuid: string, change: AlertUpdate) => Promise<Alert | undefined>
  readonly openCase: (title: string, alerts: readonly string[]) => Promise<Case>
  readonly comment: (uuid: string, text: string) => Promise<void>
  readonly changeCase: (uuid: string, change: { stage: string; close_alerts?: Resolution }) => Promise<void>
  /**
   * Installs the packs of detection rules that come with the product, and enables their rules, except on what vehicles
   * detect themselves: the simulated ones' reports are alerts already.
   */
  readonly enablePacks: () => Promise<void>
}

/** The API is at `url`, with the base path. Signs in when that is needed, and again when the session is over. */
export function analystApi(url: string, email: string, password: string, signal: AbortSignal): AnalystApi {
  let token: string | undefined

  async function call<Answer>(path: string, body?: object): Promise<Answer> {
    token ??= await signIn()
    const reply = await send(path, body)
    if (reply.status === 403) token = undefined
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`)
    return (await reply.json()) as Answer
  }

  async function signIn(): Promise<string> {
    const reply = await send('v2/auth/login', { email, password })
    if (!reply.ok) throw new Error(`The sign-in of ${email} answered ${reply.status}`)
    return ((await reply.json()) as { user: { access_token: string } }).user.access_token
  }

  const send = (path: string, body?: object) =>
    fetch(`${url}/api/${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'access-token': token ?? '', 'content-type': 'application/json', 'user-agent': analystAgent },
      signal: AbortSignal.any([signal, AbortSignal.timeout(60_000)]),
    })

  const open = ['NEW', 'ASSIGNED', 'IN_PROGRESS', 'PENDING', 'ESCALATED'].map((status) => `status=${status}`).join('&')
  return {
    openAlerts: async () => (await call<{ alerts: Alert[] }>(`msoc/v1/alerts?${open}&sort=oldest&limit=500`)).alerts,
    alert: (uuid) => call(`msoc/v1/alerts/get?uuid=${uuid}&evidence=1`),
    update: async (uuid, change) =>
      (await call<{ alerts: Alert[] }>('msoc/v1/alerts/update', { uuids: [uuid], change })).alerts[0],
    openCase: async (title, alerts) =>
      (await call<{ case: Case }>('msoc/v1/cases/create', { title, alert_uuids: alerts })).case,
    comment: async (uuid, text) => void (await call('msoc/v1/cases/comment', { uuid, text })),
    changeCase: async (uuid, change) => {
      const { case: current } = await call<{ case: Case }>(`msoc/v1/cases/get?uuid=${uuid}`)
      await call('msoc/v1/cases/update', { uuid, revision: current.revision, ...change })
    },
    async enablePacks() {
      const { packs } = await call<{ packs: { name: string }[] }>('msoc/v1/rules/packs')
      for (const { name } of packs) await call('msoc/v1/rules/packs/install', { name })
      const { rules } = await call<{ rules: RuleRow[] }>('msoc/v1/rules?limit=300')
      const enabled = rules.filter(({ pack }) => pack !== 'vehicle-intrusion-detection')
      await call('msoc/v1/rules/set-state', { uuids: enabled.map(({ uuid }) => uuid), enabled: true })
    },
  }
}
