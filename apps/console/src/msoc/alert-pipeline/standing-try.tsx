import { Button } from '@blueprintjs/core'
import { tryStandingStep } from '@carapace/shared/msoc/alerts/pipeline/standing-steps.contract'
import { useState } from 'react'
import type { z } from 'zod'
import { call, messageOf } from '../../core/call/call.ts'
import { dateTime, number } from '../../core/format/format.ts'
import { type StandingDraft, triedInput } from './standing-draft.ts'

type Tried = z.output<typeof tryStandingStep.output>

/** What folding or risk would have raised on the last day, without saving (rule ALERT-PIPELINE-UI-11). */
export function StandingTry({ draft }: { readonly draft: StandingDraft | undefined }) {
  const [tried, setTried] = useState<Tried>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const input = draft && triedInput(draft)
  if (draft?.kind === 'proposal') return null
  const run = async () => {
    if (!input) return
    setBusy(true)
    setProblem(undefined)
    try {
      setTried(await call(tryStandingStep, input))
    } catch (thrown) {
      setProblem(messageOf(thrown))
    }
    setBusy(false)
  }
  return (
    <section className="ap-try" aria-label="Try">
      <Button variant="outlined" size="small" loading={isBusy} disabled={!input} onClick={() => void run()}>
        Try on the last day
      </Button>
      <p role="status">{tried && triedText(tried, input?.kind === 'risk')}</p>
      {problem !== undefined && (
        <p className="c-problem" role="alert">
          {problem}
        </p>
      )}
      {tried && (
        <ul className="ap-tried">
          {tried.folds.map(({ rule, title, at, vehicles, alerts }) => (
            <li key={`${rule} ${at}`}>
              {title} <span className="num">{`${number(alerts)} alerts of ${number(vehicles)} vehicles`}</span>
              <span className="ap-muted num"> {dateTime(at)}</span>
            </li>
          ))}
          {tried.vehicles.map(({ vin, at, score }) => (
            <li key={vin}>
              <span className="mono">{vin}</span> <span className="num">{number(score)}</span>
              <span className="ap-muted num"> {dateTime(at)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function triedText({ alerts, total }: Tried, isRisk: boolean): string {
  const looked = `${number(alerts)} ${alerts === 1 ? 'alert' : 'alerts'} looked at`
  if (isRisk) return `${looked}: ${number(total)} ${total === 1 ? 'vehicle' : 'vehicles'} would have passed it.`
  return `${looked}: ${number(total)} ${total === 1 ? 'alert' : 'alerts'} of the fleet would have been raised.`
}
