import { Button, HTMLSelect } from '@blueprintjs/core'
import { TrashIcon } from '@blueprintjs/icons'
import { type FaultEffect, faultEffects } from '@carapace/shared/functional-safety/fmeda'
import { useMemo } from 'react'
import { NodeLink } from '../../graph/links/node-link.tsx'
import { usePageGraph } from '../../graph/page/page-context.tsx'
import { nodeAt } from '../../graph/store/graph-state.ts'
import { Picker } from '../fault-tree/node-picker.tsx'
import { ofKind } from '../safety.ts'
import { ClaimsEditor, NamesEditor, Remove } from './claims-editor.tsx'
import { effectMeanings, effectWords, type Mode, nameTyped, shareTyped } from './modes.ts'
import { TypedField } from './typed-field.tsx'
import { statedPercent } from './words.ts'
import '../fault-tree/fault-tree.css'

interface ModeRowProps {
  readonly mode: Mode
  readonly problems: readonly string[]
  /** The names of the other modes of the element. */
  readonly others: readonly string[]
  /** The id of the list of known mechanisms. */
  readonly list: string
  readonly onChange: (change: Partial<Mode>) => void
  readonly onRemove: () => void
}

/** One failure mode of a hardware element, edited in place. */
export function ModeRow({ mode, problems, others, list, onChange, onRemove }: ModeRowProps) {
  const { id, residual, latent, disables, effect } = mode
  return (
    <div className="fm-mode" role="group" aria-label={`Failure mode: ${id}`}>
      <div className="fm-mode-head">
        <TypedField label="Name" value={id} className="fm-grow" onDone={rename} />
        <TypedField label="Share" value={statedPercent(mode.share)} className="fm-share" onDone={share} />
        <Button size="small" variant="minimal" icon={<TrashIcon />} aria-label={`Remove ${id}`} onClick={onRemove} />
      </div>
      <EffectChoice effect={effect} onChange={(next) => onChange({ effect: next })} />
      {(effect === 'direct' || residual.length > 0) && (
        <ClaimsEditor
          title="Coverage of residual faults"
          claims={residual}
          list={list}
          onChange={(claims) => onChange({ residual: claims })}
        />
      )}
      {(effect !== 'safe' || latent.length > 0) && (
        <ClaimsEditor
          title="Coverage of latent faults"
          claims={latent}
          list={list}
          onChange={(claims) => onChange({ latent: claims })}
        />
      )}
      {(effect !== 'safe' || disables.length > 0) && (
        <NamesEditor
          title="Mechanisms that it disables"
          names={disables}
          list={list}
          onChange={(names) => onChange({ disables: names })}
        />
      )}
      <FailureOf failure={mode.failure} onChange={(failure) => onChange({ failure })} />
      {problems.map((problem) => (
        <p key={problem} className="c-problem fm-whole">
          {problem}
        </p>
      ))}
    </div>
  )

  function rename(text: string): string | undefined {
    const name = nameTyped(text)
    if (!name.ok) return name.reason
    if (others.includes(name.value)) return 'Another failure mode has this name.'
    onChange({ id: name.value })
    return undefined
  }

  function share(text: string): string | undefined {
    const typed = shareTyped(text)
    if (typed.ok) onChange({ share: typed.value })
    return typed.ok ? undefined : typed.reason
  }
}

interface EffectChoiceProps {
  readonly effect: FaultEffect
  readonly onChange: (effect: FaultEffect) => void
}

/** Claims that another effect does not allow stay, with a problem, so that a wrong choice loses nothing. */
function EffectChoice({ effect, onChange }: EffectChoiceProps) {
  return (
    <label className="gr-list-field fm-effect">
      <span>Effect on the safety goal</span>
      <HTMLSelect
        fill
        value={effect}
        title={effectMeanings[effect]}
        options={faultEffects.map((value) => ({ value, label: effectWords[value] }))}
        onChange={(event) => onChange(event.currentTarget.value as FaultEffect)}
      />
    </label>
  )
}

interface FailureOfProps {
  readonly failure: string | null
  readonly onChange: (failure: string | null) => void
}

/** The failure that the mode is, which the HAZOP, FMEAs and fault trees share. */
function FailureOf({ failure, onChange }: FailureOfProps) {
  const graph = usePageGraph((state) => state)
  const items = useMemo(
    () => ofKind(graph, 'failure').map(({ uuid, code, title }) => ({ id: uuid, text: `${code} ${title}` })),
    [graph],
  )
  const node = failure === null ? undefined : nodeAt(graph, failure)
  return (
    <div className="fm-claims" role="group" aria-label="Failure that it is">
      <span className="fm-label">Failure that it is</span>
      {failure === null ? (
        <Picker label="Link a failure" items={items} isReadOnly={false} onPick={onChange} />
      ) : (
        <div className="fm-claim">
          <span className="fm-grow">
            {node ? (
              <NodeLink node={node}>
                <span className="mono">{node.code}</span> {node.title}
              </NodeLink>
            ) : (
              'A removed failure'
            )}
          </span>
          <Remove label="Unlink the failure" onClick={() => onChange(null)} />
        </div>
      )}
    </div>
  )
}
