import { DialogBody, HTMLSelect } from '@blueprintjs/core'
import { type AsilTag, tagText } from '@carapace/shared/functional-safety/asil'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { useState } from 'react'
import { useAction } from '../../core/call/use-action.ts'
import { DialogActions } from '../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../core/ui/dialog.tsx'
import { Field, LineField } from '../../core/ui/field.tsx'
import { Segments } from '../../graph/editing/segments.tsx'
import { usePageContext, usePageGraph } from '../../graph/page/page-context.tsx'
import { asilOn } from '../safety.ts'
import { decompositionWrite, derivedFrom, pairsFor, type PartInput } from './decompose.ts'
import '../../core/ui/form.css'
import '../safety.css'

interface DecomposeDialogProps {
  /** A safety goal, concept or whole. */
  readonly whole: Artefact
  readonly onClose: () => void
}

/** Decomposes an artefact into two requirements, by one of the allowed pairs of its ASIL (rule SAFETY-UI-12). */
export function DecomposeDialog({ whole, onClose }: DecomposeDialogProps) {
  const { program } = usePageContext()
  const graph = usePageGraph((state) => state)
  const tag = asilOn(graph, whole.uuid)
  const pairs = pairsFor(tag)
  const [pair, setPair] = useState(pairs[0])
  const derived = derivedFrom(graph, whole.uuid)
  const [chosen, setChosen] = useState<readonly [string, string]>(['', ''])
  const [titles, setTitles] = useState<readonly [string, string]>([
    `${whole.title} (first part)`.slice(0, 300),
    `${whole.title} (second part)`.slice(0, 300),
  ])
  const [isIndependent, setIndependent] = useState(whole.fields.is_independent === true)
  const [why, setWhy] = useState('')
  const action = useAction()
  const part = (place: 0 | 1): PartInput => {
    const existing = derived.find(({ uuid }) => uuid === chosen[place])
    return existing ? { existing } : { title: titles[place].trim() }
  }
  const isSame = chosen[0] !== '' && chosen[0] === chosen[1]
  const isReady =
    pair !== undefined &&
    !isSame &&
    ([0, 1] as const).every((place) => chosen[place] !== '' || titles[place].trim() !== '') &&
    (!isIndependent || why.trim() !== '')
  const store = () =>
    action.run(async () => {
      const input = { shares: pair!.shares, parts: [part(0), part(1)], isIndependent, independence: why } as const
      await program.save(decompositionWrite(program.programUuid, whole, input))
      onClose()
    })
  return (
    <Dialog className="fs-decompose" isOpen title={`Decompose ${whole.code}`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void store()
        }}
      >
        <DialogBody>
          {pairs.length === 0 ? (
            <p className="c-say">{whyNot(tag)}</p>
          ) : (
            <>
              <div className="c-field">
                <span>Allowed pairs for {tagText(tag!)}</span>
                <Segments
                  label="Pair"
                  segments={pairs.map(({ key }) => ({ key, label: key }))}
                  chosen={pair?.key}
                  onChoose={(key) => setPair(pairs.find((each) => each.key === key))}
                />
              </div>
              {([0, 1] as const).map((place) => (
                <Part
                  key={place}
                  label={`${place === 0 ? 'First' : 'Second'} part, ${pair?.key.split(' + ')[place]}`}
                  derived={derived}
                  chosen={chosen[place]}
                  title={titles[place]}
                  onChoose={(uuid) => setChosen(place === 0 ? [uuid, chosen[1]] : [chosen[0], uuid])}
                  onTitle={(title) => setTitles(place === 0 ? [title, titles[1]] : [titles[0], title])}
                />
              ))}
              <div className="c-field">
                <label className="c-radio">
                  <input
                    type="checkbox"
                    checked={isIndependent}
                    onChange={(event) => setIndependent(event.target.checked)}
                  />
                  The two parts are independent
                </label>
              </div>
              <Field
                label="Why they are independent"
                hint="No dependent failure breaks both. Without this the decomposition stays a problem."
              >
                {(id, describedBy) => (
                  <textarea
                    id={id}
                    aria-describedby={describedBy}
                    className="bp6-input"
                    rows={3}
                    maxLength={10_000}
                    value={why}
                    onChange={(event) => setWhy(event.target.value)}
                  />
                )}
              </Field>
              {isSame && <p className="c-problem">The two parts are the same whole.</p>}
            </>
          )}
          {action.problem !== undefined && (
            <p className="c-problem" role="alert">
              {action.problem}
            </p>
          )}
        </DialogBody>
        <DialogActions action="Decompose" isReady={isReady} isBusy={action.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

const whyNot = (tag: AsilTag | null) =>
  tag === null
    ? 'It has no ASIL yet: derive it from a safety goal with an ASIL first.'
    : `${tagText(tag)} is not decomposed: there is nothing below it.`

interface PartProps {
  readonly label: string
  readonly derived: readonly Artefact[]
  readonly chosen: string
  readonly title: string
  readonly onChoose: (uuid: string) => void
  readonly onTitle: (title: string) => void
}

function Part({ label, derived, chosen, title, onChoose, onTitle }: PartProps) {
  return (
    <>
      <Field label={label}>
        {(id) => (
          <HTMLSelect
            id={id}
            fill
            value={chosen}
            options={[
              { value: '', label: 'A new requirement' },
              ...derived.map(({ uuid, code, title: words }) => ({ value: uuid, label: `${code} ${words}` })),
            ]}
            onChange={(event) => onChoose(event.currentTarget.value)}
          />
        )}
      </Field>
      {chosen === '' && (
        <LineField label="Its title" value={title} maxLength={300} required autoComplete="off" onChange={onTitle} />
      )}
    </>
  )
}
