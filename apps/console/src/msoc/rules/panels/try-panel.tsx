import { Button, HTMLSelect } from '@blueprintjs/core'
import { listCaptures } from '@carapace/shared/msoc/can/captures.contract'
import { type RuleRow, tryRule } from '@carapace/shared/msoc/rules/rules.contract'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { call } from '../../../core/call/call.ts'
import { useEndpoint } from '../../../core/call/query.ts'
import { useAction } from '../../../core/call/use-action.ts'
import { number } from '../../../core/format/format.ts'
import { useRefusal } from '../../../core/session/may.ts'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { Field } from '../../../core/ui/field.tsx'
import { RefusedList } from '../list/refused-list.tsx'
import { CompareBox, Comparison } from './comparison.tsx'
import { readEvents } from './events-input.ts'
import { Hits } from './hits.tsx'

type Source = 'last-hour' | 'capture' | 'events'
type Result = z.output<typeof tryRule.output>

const sources: readonly { readonly value: Source; readonly label: string }[] = [
  { value: 'last-hour', label: 'The last hour' },
  { value: 'capture', label: 'A capture' },
  { value: 'events', label: 'Pasted events' },
]

interface TryPanelProps {
  readonly text: string
  /** Undefined: a new rule. */
  readonly rule: RuleRow | undefined
}

/** Runs the text on events, without storing or enabling it (rules RULE-UI-17, RULE-UI-18). */
export function TryPanel({ text, rule }: TryPanelProps) {
  const runs = rule?.enabled_version ?? null
  const [isCompared, setCompared] = useState(false)
  const [source, setSource] = useState<Source>('last-hour')
  const [capture, setCapture] = useState('')
  const [pasted, setPasted] = useState('')
  const [result, setResult] = useState<Result>()
  const [reason, setReason] = useState<string>()
  const refusal = useRefusal(tryRule)
  const action = useAction()
  const run = () => {
    const on = inputOf(source, capture, pasted)
    setReason('reason' in on ? on.reason : undefined)
    if ('reason' in on) return
    void action.run(async () => {
      setResult(undefined)
      const other = rule !== undefined && runs !== null && isCompared ? { compare_with: rule.uuid } : {}
      setResult(await call(tryRule, { text, on: on.input, ...other }))
    })
  }
  const problem = reason ?? action.problem
  return (
    <div className="ru-panel-body">
      <Field label="Run on">
        {(id) => (
          <HTMLSelect
            id={id}
            fill
            value={source}
            options={[...sources]}
            onChange={(event) => setSource(event.currentTarget.value as Source)}
          />
        )}
      </Field>
      {source === 'capture' && <CaptureField chosen={capture} onChoose={setCapture} />}
      {source === 'events' && (
        <Field label="Events" hint="JSON of the ingest protocol: a list, or one event a line.">
          {(id, describedBy) => (
            <textarea
              id={id}
              className="bp6-input mono ru-events"
              rows={6}
              aria-describedby={describedBy}
              spellCheck={false}
              value={pasted}
              onChange={(event) => setPasted(event.target.value)}
            />
          )}
        </Field>
      )}
      <CompareBox runs={runs} isChosen={isCompared} onChoose={setCompared} />
      <div>
        <ActButton intent="primary" variant="solid" text="Run" refusal={refusal} loading={action.busy} onClick={run} />
      </div>
      {problem !== undefined && (
        <p className="c-problem" role="alert">
          {problem}
        </p>
      )}
      {result !== undefined && <Shown result={result} />}
    </div>
  )
}

type TryInput = z.input<typeof tryRule.input>['on']

function inputOf(source: Source, capture: string, pasted: string): { input: TryInput } | { reason: string } {
  if (source === 'last-hour') return { input: { kind: 'last-hour' } }
  if (source === 'capture')
    return capture === '' ? { reason: 'Choose a capture.' } : { input: { kind: 'capture', capture_uuid: capture } }
  const read = readEvents(pasted)
  return 'reason' in read ? read : { input: { kind: 'events', events: [...read.events] } }
}

function Shown({ result }: { readonly result: Result }): ReactNode {
  const { faults, events, hits, complete, rejected, examples, compared } = result
  if (faults.length > 0)
    return (
      <p className="c-problem" role="alert">
        The text has faults: {faults[0]!.message}
      </p>
    )
  return (
    <>
      <p className="ru-result num" role="status">
        {number(hits)} {hits === 1 ? 'hit' : 'hits'} in {number(events)} {events === 1 ? 'event' : 'events'}.
        {!complete && ' The run ended at its limit before all events were read.'}
        {hits > examples.length && ` The newest ${number(examples.length)} are shown.`}
      </p>
      {compared !== null && <Comparison comparison={compared} />}
      <RefusedList title="Events that could not be read" refused={rejected} />
      <Hits hits={examples} />
    </>
  )
}

function CaptureField({ chosen, onChoose }: { readonly chosen: string; readonly onChoose: (uuid: string) => void }) {
  const { data, problem, refetch } = useEndpoint(listCaptures, { limit: 200 })
  const ready = (data?.captures ?? []).filter(({ state }) => state === 'READY')
  const options = ready.map(({ uuid, name, frames }) => ({ value: uuid, label: `${name}, ${number(frames)} frames` }))
  return (
    <>
      <Field label="Capture">
        {(id) => (
          <HTMLSelect
            id={id}
            fill
            value={chosen}
            options={[{ value: '', label: data === undefined ? 'Loading' : 'Choose one' }, ...options]}
            onChange={(event) => onChoose(event.currentTarget.value)}
          />
        )}
      </Field>
      {problem !== undefined && (
        <p className="c-problem" role="alert">
          {problem} <Button size="small" variant="minimal" text="Try again" onClick={refetch} />
        </p>
      )}
    </>
  )
}
