import { HTMLSelect } from '@blueprintjs/core'
import { listBacktests, type RuleBacktest, startBacktest } from '@carapace/shared/msoc/rules/rules.contract'
import { useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { usePolledEndpoint } from '../../../core/call/use-polled.ts'
import { useAction } from '../../../core/call/use-action.ts'
import { useRefusal } from '../../../core/session/may.ts'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { Field } from '../../../core/ui/field.tsx'
import { Loaded } from '../../../core/ui/loaded.tsx'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import { Backtest } from './backtest.tsx'
import { CompareBox } from './comparison.tsx'
import { dayOf, rangeOf } from './days.ts'

interface BacktestPanelProps {
  readonly uuid: string
  /** The newest version. */
  readonly version: number
  /** The version that runs; null: none. */
  readonly runs: number | null
}

/** Interval at which the backtests are read again, ms. */
const everyMs = 3_000
const weekMs = 7 * 86_400_000

/** Runs a saved version on stored events, and shows the results (rules RULE-UI-19, RULE-UI-20). */
export function BacktestPanel({ uuid, version, runs }: BacktestPanelProps) {
  const { data, problem, retry } = usePolledEndpoint(listBacktests, { uuid }, { everyMs })
  const [shown, setShown] = useState<string>()
  return (
    <div className="ru-panel-body">
      <StartForm
        uuid={uuid}
        version={version}
        runs={runs}
        onStarted={(backtest) => {
          setShown(backtest.uuid)
          retry()
        }}
      />
      <Loaded
        what="The backtests"
        data={data}
        problem={problem}
        onRetry={retry}
        skeleton={<SkeletonRows rows={4} columns={['1fr', '60px']} />}
      >
        {({ backtests }) => <Results backtests={backtests} shown={shown} onShow={setShown} />}
      </Loaded>
    </div>
  )
}

interface StartFormProps extends BacktestPanelProps {
  readonly onStarted: (backtest: RuleBacktest) => void
}

function StartForm({ uuid, version: newest, runs, onStarted }: StartFormProps) {
  const [now] = useState(Date.now)
  const [first, setFirst] = useState(dayOf(now - weekMs))
  const [last, setLast] = useState(dayOf(now))
  const [version = newest, setVersion] = useState<number>()
  const [isCompared, setCompared] = useState(true)
  const other = runs === version ? null : runs
  const refusal = useRefusal(startBacktest)
  const action = useAction()
  const start = () =>
    action.run(async () => {
      const range = rangeOf(first, last, Date.now())
      const { backtest } = await call(startBacktest, { uuid, version, ...range, compare: isCompared && other !== null })
      onStarted(backtest)
    })
  const versions = Array.from({ length: Math.min(newest, 100) }, (_, index) => newest - index)
  return (
    <form
      className="ru-start"
      onSubmit={(event) => {
        event.preventDefault()
        void start()
      }}
    >
      <DayField label="First day (UTC)" value={first} most={last} onChange={setFirst} />
      <DayField label="Last day (UTC)" value={last} most={dayOf(now)} onChange={setLast} />
      <Field label="Version">
        {(id) => (
          <HTMLSelect
            id={id}
            value={version}
            options={versions.map((each) => ({ value: each, label: `v${each}` }))}
            onChange={(event) => setVersion(Number(event.currentTarget.value))}
          />
        )}
      </Field>
      <CompareBox runs={other} isChosen={isCompared} onChoose={setCompared} />
      <ActButton
        type="submit"
        size="medium"
        intent="primary"
        variant="solid"
        text="Start"
        disabled={first === '' || last === '' || first > last}
        refusal={refusal}
        loading={action.busy}
      />
      {action.problem !== undefined && (
        <p className="c-problem" role="alert">
          {action.problem}
        </p>
      )}
    </form>
  )
}

interface DayFieldProps {
  readonly label: string
  readonly value: string
  readonly most: string
  readonly onChange: (day: string) => void
}

function DayField({ label, value, most, onChange }: DayFieldProps) {
  return (
    <Field label={label}>
      {(id) => (
        <input
          id={id}
          type="date"
          className="bp6-input"
          required
          value={value}
          max={most}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

interface ResultsProps {
  readonly backtests: readonly RuleBacktest[]
  readonly shown: string | undefined
  readonly onShow: (uuid: string) => void
}

function Results({ backtests, shown, onShow }: ResultsProps) {
  const backtest = backtests.find(({ uuid }) => uuid === shown) ?? backtests[0]
  if (backtest === undefined)
    return <p className="c-note">No backtest yet. It runs a saved version on stored events and raises no alerts.</p>
  return (
    <>
      <Field label="Backtest">
        {(id) => (
          <HTMLSelect
            id={id}
            fill
            value={backtest.uuid}
            options={backtests.map((each) => ({
              value: each.uuid,
              label: `v${each.version}, ${each.from.slice(0, 10)} to ${each.to.slice(0, 10)}`,
            }))}
            onChange={(event) => onShow(event.currentTarget.value)}
          />
        )}
      </Field>
      <Backtest key={backtest.uuid} backtest={backtest} />
    </>
  )
}
