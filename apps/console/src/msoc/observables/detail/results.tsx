import type { OutputOf } from '@carapace/shared/core/endpoint'
import { analyzeObservable } from '@carapace/shared/msoc/observables/analyzers.contract'
import type { AnalyzerResult, getObservable } from '@carapace/shared/msoc/observables/observables.contract'
import { call } from '../../../core/call/call.ts'
import { useAction } from '../../../core/call/use-action.ts'
import { dateTime, sentenceCase } from '../../../core/format/format.ts'
import { useRefusal } from '../../../core/session/may.ts'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { Badge } from '../../../core/ui/status-badge.tsx'
import { verdictTones } from '../words.ts'

type Offered = OutputOf<typeof getObservable>['analyzers'][number]

interface ResultsProps {
  readonly uuid: string
  readonly results: readonly AnalyzerResult[]
  readonly analyzers: readonly Offered[]
  readonly onChanged: () => void
}

/** The analyzers for the observable, and what they reported (rule OBSERVABLE-UI-9). */
export function Results({ uuid, results, analyzers, onChanged }: ResultsProps) {
  if (analyzers.length === 0 && results.length === 0)
    return <p className="c-note ob-none">No analyzer takes values of this type.</p>
  const known = new Set(analyzers.map(({ analyzer }) => analyzer))
  return (
    <div className="ob-results">
      {analyzers.map((offered) => (
        <Analyzer
          key={offered.analyzer}
          uuid={uuid}
          offered={offered}
          result={results.find(({ analyzer }) => analyzer === offered.analyzer)}
          onChanged={onChanged}
        />
      ))}
      {results
        .filter(({ analyzer }) => !known.has(analyzer))
        .map((result) => (
          <section key={result.analyzer} aria-label={result.name}>
            <h3>{result.name}</h3>
            <Report result={result} />
          </section>
        ))}
    </div>
  )
}

interface AnalyzerProps {
  readonly uuid: string
  readonly offered: Offered
  readonly result: AnalyzerResult | undefined
  readonly onChanged: () => void
}

function Analyzer({ uuid, offered, result, onChanged }: AnalyzerProps) {
  const refusal = useRefusal(analyzeObservable)
  const action = useAction()
  const run = () =>
    action.run(async () => {
      await call(analyzeObservable, { uuid, analyzer: offered.analyzer, again: result !== undefined })
      onChanged()
    })
  return (
    <section aria-label={offered.name}>
      <div className="ob-result-head">
        <h3>{offered.name}</h3>
        <ActButton
          text={result === undefined ? 'Run' : 'Run again'}
          aria-label={`${result === undefined ? 'Run' : 'Run again'}: ${offered.name}`}
          refusal={offered.refusal ?? refusal}
          loading={action.busy}
          onClick={() => void run()}
        />
      </div>
      {offered.refusal !== null && <p className="c-note">{offered.refusal}</p>}
      {action.problem !== undefined && (
        <p className="c-problem" role="alert">
          {action.problem}
        </p>
      )}
      {result !== undefined && <Report result={result} />}
    </section>
  )
}

function Report({ result }: { readonly result: AnalyzerResult }) {
  const isExpired = Date.parse(result.expires_at) <= Date.now()
  return (
    <>
      <p className="ob-summary">
        <Badge tone={verdictTones[result.verdict]}>{sentenceCase(result.verdict)}</Badge> {result.summary}
      </p>
      <dl className="ob-facts">
        {result.facts.map(({ name, value }, index) => (
          <div key={index}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="c-note">
        {dateTime(result.at)}
        {isExpired ? ', out of date' : ''}
      </p>
    </>
  )
}
