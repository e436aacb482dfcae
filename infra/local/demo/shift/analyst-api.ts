import type { Alert, AlertChange, AlertUpdate } from '@carapace/shared/msoc/alerts/alerts.contract'
import type { Case } from '@carapace/shared/msoc/cases/cases.contract'
import type { RuleRow } from '@carapace/shared/msoc/rules/rules.contract'
import type { Resolution } from '@carapace/shared/msoc/alerts/alerts'
import { demoCaller } from '../demo-caller.ts'

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

/** What an analyst does, through the API at `url` with the base path. */
export function analystApi(url: string, email: string, password: string, signal: AbortSignal): AnalystApi {
  const call = demoCaller(url, email, password, signal)
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
