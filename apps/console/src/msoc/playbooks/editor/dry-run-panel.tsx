import { Button } from '@blueprintjs/core'
import { dryRunPlaybook, type DryStep } from '@carapace/shared/msoc/playbooks/playbooks.contract'
import { subjectOf, type Trigger } from '@carapace/shared/msoc/playbooks/playbook'
import { useState } from 'react'
import type { z } from 'zod'
import { useStore } from 'zustand'
import { call } from '../../../core/call/call.ts'
import { useAction } from '../../../core/call/use-action.ts'
import { useRefusal } from '../../../core/session/may.ts'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { Badge } from '../../../core/ui/status-badge.tsx'
import { InputValues } from '../fields/inputs-field.tsx'
import { titleOf } from '../graph/card.tsx'
import { justNode } from '../graph/graph-canvas.tsx'
import { JsonView } from '../json-view.tsx'
import { StateIcon } from '../node-icons.tsx'
import { counted } from '../words.ts'
import { dryOutcomes, outcomeTexts } from './dry-run.ts'
import { useEditorContext } from './editor-context.ts'
import { type FoundSubject, SubjectSearch } from './subject-search.tsx'

type Result = z.output<typeof dryRunPlaybook.output>
type Values = Readonly<Record<string, string | number | boolean>>

/** Goes through the draft with a past alert, without any effect, and shows the result on the graph (PLAYBOOK-UI-18). */
export function DryRunPanel() {
  const { store, showOutcomes, problems } = useEditorContext()
  const { trigger, graph } = useStore(store, ({ shown }) => shown)
  const [subject, setSubject] = useState<FoundSubject>()
  const [values, setValues] = useState<Values>({})
  const [body, setBody] = useState('{}')
  const [approves, setApproves] = useState(true)
  const [result, setResult] = useState<Result>()
  const action = useAction()
  const refusal = useRefusal(dryRunPlaybook)
  const kind = subjectOf(trigger)
  const isReady = problems.length === 0 && (kind === undefined || subject?.kind === kind)
  const run = () =>
    action.run(async () => {
      const given = kind !== undefined && subject !== undefined ? { kind, uuid: subject.uuid } : null
      const answer = await call(dryRunPlaybook, {
        trigger,
        graph,
        subject: given,
        data: trigger.kind === 'webhook' ? bodyOf(body) : { ...values },
        approve: approves,
      })
      setResult(answer)
      showOutcomes(dryOutcomes(answer.steps))
    })
  return (
    <div className="pb-panel-body c-form">
      <p className="c-note">Reads what it needs, changes nothing and sends nothing: what would happen is shown here.</p>
      {kind !== undefined && <SubjectSearch key={kind} kind={kind} chosen={subject} onChoose={setSubject} />}
      <TriggerData trigger={trigger} values={values} onValues={setValues} body={body} onBody={setBody} />
      <fieldset className="c-field">
        <legend>Approvals</legend>
        <span className="pb-boxes">
          {[true, false].map((each) => (
            <label key={String(each)} className="pb-box">
              <input type="radio" name="approve" checked={approves === each} onChange={() => setApproves(each)} />
              {each ? 'Are approved' : 'Are rejected'}
            </label>
          ))}
        </span>
      </fieldset>
      <div className="pb-actions">
        <ActButton
          size="medium"
          intent="primary"
          variant="solid"
          text="Start the dry run"
          refusal={refusal}
          disabled={!isReady}
          loading={action.busy}
          onClick={() => void run()}
        />
        {result !== undefined && (
          <Button
            variant="outlined"
            text="Clear the result"
            onClick={() => {
              setResult(undefined)
              showOutcomes(undefined)
            }}
          />
        )}
        {problems.length > 0 && <span className="c-note">Correct the mistakes first.</span>}
      </div>
      {action.problem !== undefined && (
        <p className="c-problem" role="alert">
          {action.problem}
        </p>
      )}
      {result !== undefined && <ResultView result={result} />}
    </div>
  )
}

function bodyOf(text: string): Record<string, unknown> {
  const parsed: unknown = JSON.parse(text)
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new Error('The body must be a JSON object.')
  return { ...parsed }
}

interface TriggerDataProps {
  readonly trigger: Trigger
  readonly values: Values
  readonly onValues: (values: Values) => void
  readonly body: string
  readonly onBody: (body: string) => void
}

/** What a webhook or a calling playbook would give. */
function TriggerData({ trigger, values, onValues, body, onBody }: TriggerDataProps) {
  if (trigger.kind === 'called') {
    const put = (name: string, value: string | number | boolean | undefined) => {
      const { [name]: _old, ...rest } = values
      onValues(value === undefined ? rest : { ...rest, [name]: value })
    }
    return <InputValues fields={trigger.inputs} values={values} onChange={put} />
  }
  if (trigger.kind !== 'webhook') return null
  return (
    <label className="pb-value">
      <span>Body of the request, JSON</span>
      <textarea
        className="bp6-input mono"
        rows={5}
        spellCheck={false}
        value={body}
        onChange={({ target }) => onBody(target.value)}
      />
    </label>
  )
}

function ResultView({ result: { state, steps, truncated } }: { readonly result: Result }) {
  const shown = steps.filter(({ outcome }) => outcome !== 'skipped')
  const succeeds = state === 'SUCCEEDED'
  return (
    <section className="pb-section" aria-label="Result">
      <h3>
        <Badge tone={succeeds ? 'green' : 'red'}>{succeeds ? 'Succeeds' : 'Fails'}</Badge>{' '}
        <span className="num" role="status">
          {counted(shown.length, 'step')}
          {truncated && ', more are left out'}
        </span>
      </h3>
      <ol className="pb-dry">
        {shown.map((step, index) => (
          <DryLine key={index} step={step} />
        ))}
      </ol>
    </section>
  )
}

function DryLine({ step }: { readonly step: DryStep }) {
  const { store, choose } = useEditorContext()
  const { graph } = useStore(store, ({ shown }) => shown)
  const node = graph.nodes.find(({ id }) => id === step.node)
  const state = step.outcome === 'failed' ? 'FAILED' : 'DONE'
  return (
    <li>
      <details onToggle={({ currentTarget }) => currentTarget.open && choose(justNode(step.node))}>
        <summary className={`pb-state-${state}`}>
          <StateIcon state={state} />
          <span className="pb-dry-title">{node === undefined ? step.node : titleOf(node)}</span>
          {step.path !== '' && <span className="mono pb-id">{step.path}</span>}
          <span className="pb-dry-outcome">{outcomeTexts[step.outcome]}</span>
        </summary>
        <JsonView label="Input" value={step.input} />
        <JsonView label="Output" value={step.output} />
      </details>
      {step.outcome !== 'done' && <p className="pb-dry-summary">{step.summary}</p>}
    </li>
  )
}
