import { Button } from '@blueprintjs/core'
import { tryAlertStep } from '@carapace/shared/msoc/alerts/pipeline/alert-steps.contract'
import { useState } from 'react'
import type { z } from 'zod'
import { call, messageOf } from '../../core/call/call.ts'
import { dateTime, number } from '../../core/format/format.ts'
import { alertId } from '../alert-management/sentences.ts'

type Tried = z.output<typeof tryAlertStep.output>

interface TrySectionProps {
  readonly tried: z.input<typeof tryAlertStep.input>
  /** Whether it is complete enough to be tried. */
  readonly isReady: boolean
}

/** Shows which alerts of the last day match, without saving (rule ALERT-PIPELINE-UI-4). */
export function TrySection({ tried: input, isReady }: TrySectionProps) {
  const [tried, setTried] = useState<Tried>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const run = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      setTried(await call(tryAlertStep, input))
    } catch (thrown) {
      setProblem(messageOf(thrown))
    }
    setBusy(false)
  }
  return (
    <section className="ap-try" aria-label="Try">
      <Button variant="outlined" size="small" loading={isBusy} disabled={!isReady} onClick={() => void run()}>
        Try on the last day
      </Button>
      <p role="status">{tried && triedText(tried)}</p>
      {problem !== undefined && (
        <p className="c-problem" role="alert">
          {problem}
        </p>
      )}
      {tried && tried.alerts.length > 0 && (
        <ul className="ap-tried">
          {tried.alerts.map((alert) => (
            <li key={alert.uuid}>
              <span className="mono">{alertId(alert)}</span> {alert.title}
              {alert.vehicle && <span className="mono"> {alert.vehicle.vin}</span>}
              <span className="ap-muted num"> {dateTime(alert.last_seen)}</span>
              <span className="ap-muted">{outcomeText(tried.outcomes.find(({ uuid }) => uuid === alert.uuid))}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function triedText({ total, open, assigned, overdue }: Tried): string {
  if (total === 0) return 'No alert of the last day matches.'
  const matching = total === 1 ? 'alert of the last day matches' : 'alerts of the last day match'
  const late = overdue === null ? '' : ` ${number(overdue)} would have been overdue.`
  const each = assigned.map(({ member, alerts }) => `${member} ${number(alerts)}`).join(', ')
  const shared = each === '' ? '' : ` ${overdue === null ? 'Assigned' : 'Handed over'}: ${each}.`
  return `${number(total)} ${matching}, ${number(open)} open.${late}${shared}`
}

/** What would have become of an alert: ` → Ann`, ` → overdue 01 May 2026, 01:00 pm, Ann`. */
function outcomeText(outcome: Tried['outcomes'][number] | undefined): string {
  if (outcome === undefined) return ''
  const late = outcome.overdue_at === null ? [] : [`overdue ${dateTime(outcome.overdue_at)}`]
  return ` → ${[...late, ...(outcome.member === null ? [] : [outcome.member])].join(', ')}`
}
