import { busDetectors } from '@carapace/shared/msoc/can/detect/all'
import { manyIds } from '@carapace/shared/msoc/can/detect/attack-family'
import { expectedFalseAlerts, scaleOf } from '@carapace/shared/msoc/sensitivity/false-alerts'
import type { BenignAlerts } from '@carapace/shared/msoc/sensitivity/benign-alerts'
import type { Calm } from './benign.ts'
import { columns } from './report.ts'
import { overMs, type Report } from './watching.ts'

/** The largest number of signs of each attack that was reported, with the detector that names it. */
export function attacksIn(reports: readonly Report[]): Pick<Report, 'rule' | 'signs'>[] {
  const last = new Map<string, { ts: number; rule: string; signs: number }>()
  const over: Pick<Report, 'rule' | 'signs'>[] = []
  for (const { ts, bus, key, rule, signs } of reports) {
    const name = `${bus} ${key}`
    const known = last.get(name)
    if (known !== undefined && ts - known.ts > overMs) over.push(known)
    last.set(name, { ts, rule, signs })
  }
  return [...over, ...last.values()].map(({ rule, signs }) => ({ rule, signs }))
}

/** The false alerts of benign traffic, as the scale of expected false alerts is made of them. */
export function benignAlertsOf(calm: readonly Pick<Calm, 'hours' | 'reports'>[]): BenignAlerts {
  const attacks = calm.flatMap(({ reports }) => attacksIn(reports))
  const names = [...new Set([...busDetectors.map(({ name }) => name), manyIds.detector])].filter(
    // its signs are can-masquerade's
    (name) => name !== 'can-correlation',
  )
  const signsOf = (name: string) =>
    attacks
      .filter(({ rule }) => rule === name)
      .map(({ signs }) => signs)
      .sort((a, b) => a - b)
  return {
    hours: Math.round(calm.reduce((sum, { hours }) => sum + hours, 0)),
    alerts: Object.fromEntries(names.map((name) => [name, signsOf(name)])),
  }
}

/** The table for `benign-alerts.ts`, and what follows from it beside what the present table gives. */
export function calibrationText(measured: BenignAlerts): string {
  const scale = scaleOf(measured)
  const rate = (value: number | null) => (value === null ? '-' : value.toPrecision(2))
  const rows = Object.keys(measured.alerts).map((name) => [
    name,
    String(measured.alerts[name]!.length),
    ...[1, 10, 100].flatMap((signs) => [rate(scale(name, signs)), rate(expectedFalseAlerts(name, signs))]),
  ])
  const head = ['expected false alerts a vehicle and month', 'false alerts']
  return [
    columns([[...head, '1 sign', '(now)', '10 signs', '(now)', '100 signs', '(now)'], ...rows]),
    '',
    'For packages/shared/src/msoc/sensitivity/benign-alerts.ts:',
    '',
    JSON.stringify(measured, null, 2),
  ].join('\n')
}
