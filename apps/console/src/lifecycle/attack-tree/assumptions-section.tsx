import { Button, HTMLSelect } from '@blueprintjs/core'
import { CrossIcon } from '@blueprintjs/icons'
import { type PotentialFactor, potentialFactors } from '@carapace/shared/lifecycle/methods/method'
import { useState } from 'react'
import { tried } from '../../graph/page/page-context.tsx'
import { useGraph } from '../../graph/store/program-store.ts'
import { PickDialog } from '../item/pick-dialog.tsx'
import { useTreeEditorContext } from './editor-context.ts'
import { withStep } from './edits.ts'
import type { PlaceOf } from './places.ts'

/**
 * The assumptions on a step: each limits a factor of the attacker to its level. Factor and level are the user's choice,
 * never a default, since they change the rating; both can be changed later (rule TREE-UI-15).
 */
export function AssumptionsSection({ place: { step, code } }: { readonly place: PlaceOf }) {
  const { program, store, refusal, method } = useTreeEditorContext()
  const [isPicking, setPicking] = useState(false)
  const [factor, setFactor] = useState<PotentialFactor | ''>('')
  const [level, setLevel] = useState('')
  const artefacts = useGraph(program, (graph) => graph.artefacts)
  const { factors } = method.potential
  const levels = factor === '' ? [] : factors[factor].levels
  const label = code || 'the root'
  const add = (assumption: string) => {
    setPicking(false)
    if (factor === '' || level === '') return
    store.run(`Assume something of ${label}`, (tree) =>
      withStep(tree, step.id, {
        caps: [
          ...step.caps.filter((cap) => cap.assumption !== assumption || cap.factor !== factor),
          { assumption, factor, level },
        ].slice(-20),
      }),
    )
  }
  const make = (title: string) =>
    tried(async () => {
      const [made] = await program.save({ artefacts: [{ kind: 'assumption', title, fields: { holds: 'open' } }] })
      if (made) add(made.uuid)
    })
  const begin = () => {
    setFactor('')
    setLevel('')
    setPicking(true)
  }
  const change = (index: number, to: string) =>
    store.run(`Change an assumption of ${label}`, (tree) =>
      withStep(tree, step.id, { caps: step.caps.with(index, { ...step.caps[index]!, level: to }) }),
    )
  const remove = (index: number) =>
    store.run(`Drop an assumption of ${label}`, (tree) =>
      withStep(tree, step.id, { caps: step.caps.toSpliced(index, 1) }),
    )
  return (
    <section className="te-section" aria-labelledby="at-assumptions">
      <header>
        <h3 id="at-assumptions">Assumptions</h3>
        <Button variant="minimal" size="small" className="te-link" disabled={refusal !== undefined} onClick={begin}>
          Add
        </Button>
      </header>
      {step.caps.length === 0 && <p className="c-note">Nothing is assumed of it.</p>}
      {step.caps.map((cap, index) => {
        const assumption = artefacts.get(cap.assumption)
        const { levels, label: name } = factors[cap.factor]
        const isRefuted = assumption?.fields.holds === 'refuted'
        return (
          <div key={`${cap.assumption} ${cap.factor}`} className="te-row">
            <span className="mono te-code">{assumption?.code}</span>
            <span className={isRefuted ? 'te-grow at-refuted' : 'te-grow'} title={assumption?.title}>
              {assumption?.title ?? 'A removed assumption'}
            </span>
            <span className="c-note">{isRefuted ? 'does not hold' : `caps ${name.toLowerCase()} at`}</span>
            <HTMLSelect
              aria-label={`Level of ${name.toLowerCase()} by ${assumption?.code ?? 'the assumption'}`}
              disabled={refusal !== undefined}
              value={cap.level}
              onChange={(event) => change(index, event.target.value)}
              options={withUnknown(levelOptions(levels), cap.level)}
            />
            <Button
              variant="minimal"
              size="small"
              icon={<CrossIcon size={12} />}
              aria-label={`Drop ${assumption?.code ?? 'the assumption'}`}
              disabled={refusal !== undefined}
              onClick={() => remove(index)}
            />
          </div>
        )
      })}
      {isPicking && (
        <PickDialog
          title={`Assume of ${label}`}
          label="Assumption"
          making={(name) => `New assumption “${name}”`}
          missing={factor === '' || level === '' ? 'Choose first which factor it caps, and at which level.' : undefined}
          onPick={add}
          onMake={(name) => void make(name)}
          onClose={() => setPicking(false)}
          picks={[...artefacts.values()]
            .filter(({ kind }) => kind === 'assumption')
            .map((one) => ({ key: one.uuid, code: one.code, title: one.title }))}
        >
          <div className="it-fields">
            <label className="te-label">
              Caps
              <HTMLSelect
                fill
                aria-label="Factor"
                value={factor}
                onChange={(event) => (setFactor(event.target.value as PotentialFactor | ''), setLevel(''))}
                options={[
                  { value: '', label: 'Choose a factor' },
                  ...potentialFactors.map((key) => ({ value: key, label: factors[key].label })),
                ]}
              />
            </label>
            <label className="te-label">
              at
              <HTMLSelect
                fill
                aria-label="Level"
                value={level}
                disabled={factor === ''}
                onChange={(event) => setLevel(event.target.value)}
                options={[{ value: '', label: 'Choose a level' }, ...levelOptions(levels)]}
              />
            </label>
          </div>
        </PickDialog>
      )}
    </section>
  )
}

interface Option {
  readonly value: string
  readonly label: string
}

const levelOptions = (levels: readonly { readonly key: string; readonly label: string; readonly value: number }[]) =>
  levels.map(({ key, label, value }): Option => ({ value: key, label: `${label} (${value})` }))

/** The options with a level that the method does not have, which the assumption keeps until it is changed. */
const withUnknown = (options: readonly Option[], level: string): Option[] =>
  options.some(({ value }) => value === level)
    ? [...options]
    : [{ value: level, label: `${level}: unknown to the method` }, ...options]
