import { expect, test } from 'vitest'
import type { Alert, AlertChange } from '@carapace/shared/msoc/alerts/alerts.contract'
import type { AnalystApi } from './analyst-api.ts'
import { nextStep, onDuty, planOf, resolutionOf } from './triage.ts'
import { type Analyst, workDue } from './work.ts'

const minute = 60_000
const raised = Date.UTC(2026, 10, 22, 9)

function alertOf(number: number, fields: Partial<Alert> = {}): Alert {
  return {
    uuid: `alert ${number}`,
    number,
    rule: 'can-period',
    severity: 'high',
    status: 'NEW',
    raised_at: new Date(raised).toISOString(),
    acknowledged_at: null,
    cleared_at: null,
    case_uuid: null,
    owner: null,
    vehicle: null,
    ...fields,
  } as Alert
}

/** Analysts whose calls share these alerts; `done` gets what they did, and by whom. */
function office(alerts: Alert[], touchedBy: string[] = []) {
  const done: string[] = []
  const changes = ['Detection', ...touchedBy].map((actor) => ({ actor }) as AlertChange)
  const change = (uuid: string, fields: Partial<Alert>) =>
    Object.assign(
      alerts.find((alert) => alert.uuid === uuid)!,
      fields,
    )
  const analystApi = (name: string): AnalystApi => ({
    openAlerts: () => Promise.resolve(alerts.filter(({ status }) => status !== 'CLOSED')),
    alert: (uuid) => Promise.resolve({ alert: alerts.find((alert) => alert.uuid === uuid)!, changes }),
    update: async (uuid, { acknowledge, status, resolution }) => {
      done.push(`${name}: ${status ?? 'acknowledge'} ${uuid}`)
      if (acknowledge) return change(uuid, { acknowledged_at: 'now', status: 'ASSIGNED', owner: { uuid: name, name } })
      return change(uuid, { ...(status && { status }), ...(resolution && { resolution }) })
    },
    openCase: async (title, uuids) => {
      done.push(`${name}: case ${title}`)
      for (const uuid of uuids) change(uuid, { status: 'ESCALATED', case_uuid: 'case' })
      return { uuid: 'case' } as Awaited<ReturnType<AnalystApi['openCase']>>
    },
    comment: async (_uuid, text) => void done.push(`${name}: ${text.slice(0, 12)}`),
    changeCase: async (_uuid, { stage, close_alerts: resolution }) => {
      done.push(`${name}: case ${stage}`)
      if (resolution) for (const { uuid } of alerts) change(uuid, { status: 'CLOSED', resolution })
    },
    enablePacks: () => Promise.reject(new Error('work on alerts needs no rules')),
  })
  const analysts: Analyst[] = ['Early', 'Late', 'Night'].map((name) => ({ name, api: analystApi(name) }))
  return { analysts, done, alerts }
}

const signal = new AbortController().signal

test('an alert is acknowledged, worked on and closed, each at its time', async () => {
  const { analysts, done, alerts } = office([alertOf(1)])
  const plan = planOf(alerts[0]!)
  await workDue(analysts, plan.acknowledgeAt - 1, signal)
  expect(done).toEqual([])
  await workDue(analysts, plan.acknowledgeAt, signal)
  expect(done).toEqual(['Early: acknowledge alert 1'])
  await workDue(analysts, plan.beginAt, signal)
  await workDue(analysts, plan.closeAt, signal)
  expect(done.slice(1)).toEqual(['Early: IN_PROGRESS alert 1', 'Early: CLOSED alert 1'])
  expect(alerts[0]!.resolution).toBe(resolutionOf(alerts[0]!))
})

test('a critical alert gets a case, with comments, and is closed with it', async () => {
  const { analysts, done, alerts } = office([alertOf(2, { severity: 'critical', rule: 'can-flood' })])
  const times: number[] = []
  await workDue(analysts, raised + 3 * 60 * minute, signal, async (at) => void times.push(at))
  expect(done).toEqual([
    'Early: acknowledge alert 2',
    'Early: IN_PROGRESS alert 2',
    'Early: case Bus flooded with highest-priority frames',
    'Early: case IN_PROGRESS',
    'Early: The frames b',
    'Early: A third-part',
    'Early: case CLOSED',
  ])
  expect(alerts[0]!.status).toBe('CLOSED')
  expect(times.every((at) => at > raised && at < raised + 2 * 60 * minute)).toBe(true)
})

test('what a visitor has touched is left to them', async () => {
  const { analysts, done } = office([alertOf(3)], ['Maya Rao'])
  await workDue(analysts, raised + 24 * 60 * minute, signal)
  expect(done).toEqual([])
})

test('work on several alerts is done in the order of time', async () => {
  const { analysts } = office(Array.from({ length: 20 }, (_, number) => alertOf(number)))
  const times: number[] = []
  await workDue(analysts, raised + 24 * 60 * minute, signal, async (at) => void times.push(at))
  expect(times).toHaveLength(40)
  expect(times).toEqual([...times].sort((a, b) => a - b))
})

test('a visitor has three minutes before an analyst takes an alert, and none stays longer than a day', () => {
  for (const severity of ['critical', 'high', 'medium', 'low', 'info'] as const)
    for (let number = 0; number < 200; number++) {
      const plan = planOf(alertOf(number, { severity }))
      expect(plan.acknowledgeAt - raised).toBeGreaterThanOrEqual(3 * minute)
      expect(plan.closeAt).toBeGreaterThan(plan.caseAt)
      expect(plan.closeAt - raised).toBeLessThan(24 * 60 * minute)
    }
})

test('a cleared silence needs no case, and a closed alert nothing more', () => {
  const worked = { acknowledged_at: 'then', status: 'IN_PROGRESS' } as const
  expect(nextStep(alertOf(4, { ...worked, severity: 'critical', cleared_at: 'now' }), raised)?.kind).toBe('close')
  expect(nextStep(alertOf(4, { ...worked, status: 'CLOSED' }), raised)).toBeUndefined()
})

test('each of three shifts lasts eight hours', () => {
  const hours = Array.from({ length: 24 }, (_, hour) => onDuty(['E', 'L', 'N'], Date.UTC(2026, 0, 1, hour)))
  expect(hours.join('')).toBe('NNNNNEEEEEEEELLLLLLLLNNN')
})
