import type { ReactNode } from 'react'
import { WarningSignIcon } from '@blueprintjs/icons'
import { meetsPmhf, pmhfOf, pmhfTarget } from '@carapace/shared/functional-safety/fault-tree/pmhf'
import type { Asil } from '@carapace/shared/functional-safety/asil'
import { Badge } from '../../core/ui/status-badge.tsx'
import { delay } from '../../core/format/format.ts'
import { useGraph } from '../../graph/store/program-store.ts'
import { useDraft } from '../../core/ui/use-draft.ts'
import type { AnalysisResult } from './analysis/protocol.ts'
import { type FaultTreeContext, useFaultTreeContext } from './editor-context.ts'
import { asilOn } from '../safety.ts'
import { goalsOf } from './goals.ts'
import { bigText, counted, scientific } from './words.ts'

/** The probability of the top event, the PMHF beside its target, the frequency, and the number of cut sets. */
export function Summary() {
  const context = useFaultTreeContext()
  const { result, trouble, isOutdated } = context.analysis
  return (
    <div className="ft-summary">
      <header className="te-pane-head">
        <h2>Top event</h2>
        <State analysis={context.analysis} />
      </header>
      <div className="ft-summary-body">
        {trouble !== undefined && (
          <p className="c-problem" role="alert">
            {trouble}
          </p>
        )}
        {result && (
          <dl className={isOutdated ? 'ft-facts ft-outdated' : 'ft-facts'}>
            <Probability result={result} />
            <Pmhf context={context} result={result} />
            <Frequency result={result} />
            <Approximations result={result} />
            <Sets result={result} />
          </dl>
        )}
        <MissionTime context={context} />
        {result && <Conventions result={result} />}
      </div>
    </div>
  )
}

/** Whether the results are of the tree as it is (rule FTA-UI-10). */
function State({ analysis }: { readonly analysis: FaultTreeContext['analysis'] }) {
  const { isComputing, isOutdated, elapsed, result, trouble } = analysis
  return (
    <span className="ft-state" role="status">
      {isComputing ? (
        <Badge tone="grey">{elapsed < 1_000 ? 'Computing' : `Computing, ${delay(elapsed)}`}</Badge>
      ) : trouble !== undefined ? (
        <Badge tone="red">Not computed</Badge>
      ) : result && !result.complete ? (
        <Badge tone="yellow">Incomplete</Badge>
      ) : (
        result && !isOutdated && <span className="c-note num">in {delay(result.milliseconds)}</span>
      )}
      {isOutdated && result && <Badge tone="yellow">Outdated</Badge>}
    </span>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{children}</dd>
    </div>
  )
}

function Probability({ result: { probability, unknown } }: { readonly result: AnalysisResult }) {
  if (!probability)
    return (
      <Fact name="Probability">
        <span title={unknown.slice(0, 50).join(', ')}>
          {unknown.length === 1 ? `${unknown[0]} has none` : `${unknown.length} events have none`}
        </span>
      </Fact>
    )
  const { exact, lower, upper } = probability
  return (
    <Fact name={exact === undefined ? 'Proven' : 'Exact'}>
      <b>{exact === undefined ? `${scientific(lower, 3)} to ${scientific(upper, 3)}` : scientific(exact, 5)}</b>
    </Fact>
  )
}

/** The probability as programs that sum cut sets state it. */
function Approximations({ result: { probability } }: { readonly result: AnalysisResult }) {
  if (!probability) return null
  return (
    <>
      <Fact name="Rare-event sum">{scientific(probability.rareEvent, 5)}</Fact>
      <Fact name="Min-cut upper bound">{scientific(probability.minCutUpperBound, 5)}</Fact>
    </>
  )
}

/** How often the top event occurs, or why that is not stated (rule FTA-UI-15). */
function Frequency({ result: { frequency, probability } }: { readonly result: AnalysisResult }) {
  if (!probability) return null
  if (!frequency.ok)
    return (
      <Fact name="Frequency">
        <span className="ft-orders" title={frequency.reason}>
          not stated: {frequency.reason}
        </span>
      </Fact>
    )
  const { perHour, conditional, expected } = frequency.value
  return (
    <>
      <Fact name="Frequency, w">{scientific(perHour, 3)} /h</Fact>
      {conditional !== undefined && <Fact name="Rate, w/(1 − Q)">{scientific(conditional, 3)} /h</Fact>}
      {expected !== undefined && <Fact name="Expected occurrences">{scientific(expected, 3)}</Fact>}
    </>
  )
}

/** The maximum number of orders that are listed. */
const mostOrders = 12

function Sets({ result: { sets, probability } }: { readonly result: AnalysisResult }) {
  const { count, byOrder, complete, truncation, leftOut } = sets
  const orders = byOrder.flatMap((many, order) => (many > 0n ? [`${order}: ${bigText(many)}`] : []))
  const isCut = leftOut.probability > 0 || (leftOut.count ?? 1n) > 0n
  return (
    <>
      <Fact name="Minimal cut sets">
        {complete ? bigText(count) : truncation === Infinity ? 'none known' : `${bigText(count)} or more`}
      </Fact>
      {orders.length > 0 && (
        <Fact name="By order">
          <span className="ft-orders" title={orders.join(' · ')}>
            {orders.slice(0, mostOrders).join(' · ')}
            {orders.length > mostOrders && ' …'}
          </span>
        </Fact>
      )}
      {isCut && (
        <Fact name="Left out">
          {leftOut.count === undefined ? 'an unknown number' : bigText(leftOut.count)}
          {probability && `, at most ${scientific(leftOut.probability)}`}
        </Fact>
      )}
    </>
  )
}

/** The PMHF, and for each goal of the tree whether it is below its target (rule FTA-UI-12). */
function Pmhf({
  context,
  result: { probability },
}: {
  readonly context: FaultTreeContext
  readonly result: AnalysisResult
}) {
  const { program, artefact, tree } = context
  const graph = useGraph(program, (state) => state)
  if (!probability) return null
  const pmhf = pmhfOf(probability.exact ?? probability.upper, tree.missionTime)
  return (
    <>
      <Fact name="PMHF">
        {probability.exact === undefined && 'at most '}
        {scientific(pmhf, 3)} /h
      </Fact>
      {goalsOf(graph, artefact.uuid)
        .slice(0, 5)
        .map((goal) => (
          <Fact key={goal.uuid} name={`Target of ${goal.code}`}>
            <Target pmhf={pmhf} asil={asilOn(graph, goal.uuid)?.level} isExact={probability.exact !== undefined} />
          </Fact>
        ))}
    </>
  )
}

interface TargetProps {
  readonly pmhf: number
  readonly asil: Asil | undefined
  readonly isExact: boolean
}

function Target({ pmhf, asil, isExact }: TargetProps) {
  if (asil === undefined) return <span className="gr-none">no ASIL yet</span>
  const target = pmhfTarget(asil)
  if (target === undefined) return <>{asil === 'QM' ? 'none, QM' : `none, ASIL ${asil}`}</>
  const isMet = meetsPmhf(pmhf, asil)
  return (
    <>
      below {scientific(target, 0)} /h, ASIL {asil}{' '}
      {isMet ? (
        <Badge tone="green">Met</Badge>
      ) : isExact ? (
        <Badge tone="red">Not met</Badge>
      ) : (
        <Badge tone="grey">Not shown</Badge>
      )}
    </>
  )
}

function MissionTime({ context: { tree, run, refusal } }: { readonly context: FaultTreeContext }) {
  const [draft, setDraft, written] = useDraft()
  const commit = () => {
    const hours = Number(written())
    const isChanged = written() !== undefined && hours > 0 && hours <= 1e9
    setDraft(undefined)
    if (isChanged) run('Mission time', (now) => ({ ...now, missionTime: hours }))
  }
  return (
    <label className="te-row">
      <span className="te-label">Mission time, hours</span>
      <input
        className="bp6-input num ft-hours"
        inputMode="decimal"
        maxLength={12}
        readOnly={refusal !== undefined}
        value={draft ?? String(tree.missionTime)}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
    </label>
  )
}

/** What the numbers mean where that is not plain. */
function Conventions({ result }: { readonly result: AnalysisResult }) {
  const { isCoherent, complete, sets, probability, frequency } = result
  const constant = frequency.ok ? frequency.value.constant : 0
  return (
    <>
      {constant > 0 && (
        <p className="c-note">
          {counted(constant, 'event')} of constant probability {constant === 1 ? 'adds' : 'add'} nothing to the
          frequency: only a rate of failures does.
        </p>
      )}
      {!isCoherent && (
        <p className="c-note">
          With NOT or XOR, a minimal cut set is a smallest set of events that makes the top event occur if no other
          does: it does not state which events must be absent. The rare-event sum and the upper bound are of these sets.
        </p>
      )}
      {!complete && (
        <p className="c-note ft-incomplete">
          <WarningSignIcon size={12} /> The limits of time or memory were reached: what is stated is proven.
          {probability &&
            !sets.complete &&
            sets.truncation < Infinity &&
            sets.truncation > 0 &&
            ` All cut sets with a probability of ${scientific(sets.truncation)} or more are among those listed.`}
        </p>
      )}
    </>
  )
}
