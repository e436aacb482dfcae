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

/** The assumptions on a step: each limits a factor of the attacker to its level. */
export function AssumptionsSection({ place: { step, code } }: { readonly place: PlaceOf }) {
  const { program, store, refusal, method } = useTreeEditorContext()
  const [isPicking, setPicking] = useState(false)
  const [factor, setFactor] = useState<PotentialFactor>('window')
  const [level, setLevel] = useState('')
  const artefacts = useGraph(program, (graph) => graph.artefacts)
  const { factors } = method.potential
  const chosen = factors[factor].levels.some(({ key }) => key === level) ? level : factors[factor].levels[0]!.key
  const label = code || 'the root'
  const add = (assumption: string) => {
    setPicking(false)
    store.run(`Assume something of ${label}`, (tree) =>
      withStep(tree, step.id, {
        caps: [
          ...step.caps.filter((cap) => cap.assumption !== assumption || cap.factor !== factor),
          { assumption, factor, level: chosen },
        ].slice(-20),
      }),
    )
  }
  const make = (title: string) =>
    tried(async () => {
      const [made] = await program.save({ artefacts: [{ kind: 'assumption', title, fields: { holds: 'open' } }] })
      if (made) add(made.uuid)
    })
  const remove = (index: number) =>
    store.run(`Drop an assumption of ${label}`, (tree) =>
      withStep(tree, step.id, { caps: step.caps.toSpliced(index, 1) }),
    )
  return (
    <section className="at-section" aria-labelledby="at-assumptions">
      <header>
        <h3 id="at-assumptions">Assumptions</h3>
        <Button
          variant="minimal"
          size="small"
          className="at-link"
          disabled={refusal !== undefined}
          onClick={() => setPicking(true)}
        >
          Add
        </Button>
      </header>
      {step.caps.length === 0 && <p className="c-note">Nothing is assumed of it.</p>}
      {step.caps.map((cap, index) => {
        const assumption = artefacts.get(cap.assumption)
        const { levels, label: name } = factors[cap.factor]
        const isRefuted = assumption?.fields.holds === 'refuted'
        return (
          <div key={`${cap.assumption} ${cap.factor}`} className="at-control-row">
            <span className="mono at-code">{assumption?.code}</span>
            <span className={isRefuted ? 'at-grow at-refuted' : 'at-grow'} title={assumption?.title}>
              {assumption?.title ?? 'A removed assumption'}
            </span>
            <span className="c-note">
              {isRefuted
                ? 'does not hold'
                : `caps ${name.toLowerCase()} at ${levels.find(({ key }) => key === cap.level)?.value ?? cap.level}`}
            </span>
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
          onPick={add}
          onMake={(name) => void make(name)}
          onClose={() => setPicking(false)}
          picks={[...artefacts.values()]
            .filter(({ kind }) => kind === 'assumption')
            .map((one) => ({ key: one.uuid, code: one.code, title: one.title }))}
        >
          <div className="it-fields">
            <label className="at-label">
              Caps
              <HTMLSelect
                fill
                value={factor}
                onChange={(event) => setFactor(event.target.value as PotentialFactor)}
                options={potentialFactors.map((key) => ({ value: key, label: factors[key].label }))}
              />
            </label>
            <label className="at-label">
              at
              <HTMLSelect
                fill
                value={chosen}
                onChange={(event) => setLevel(event.target.value)}
                options={factors[factor].levels.map(({ key, label: word, value }) => ({
                  value: key,
                  label: `${word} (${value})`,
                }))}
              />
            </label>
          </div>
        </PickDialog>
      )}
    </section>
  )
}
