import { Button } from '@blueprintjs/core'
import { CrossIcon } from '@blueprintjs/icons'
import { type Claims, nameTyped, shareTyped } from './modes.ts'
import { TypedField } from './typed-field.tsx'
import { statedPercent } from './words.ts'

interface ClaimsEditorProps {
  /** What is covered: `Coverage of residual faults`. */
  readonly title: string
  readonly claims: Claims
  /** The id of the list of known mechanisms. */
  readonly list: string
  readonly onChange: (claims: Claims) => void
}

/** The safety mechanisms against a failure mode, each with its diagnostic coverage. */
export function ClaimsEditor({ title, claims, list, onChange }: ClaimsEditorProps) {
  return (
    <div className="fm-claims" role="group" aria-label={title}>
      <span className="fm-label">{title}</span>
      {claims.map(({ mechanism, coverage }, at) => (
        <div key={at} className="fm-claim">
          <TypedField
            label="Mechanism"
            isLabelHidden
            value={mechanism}
            list={list}
            className="fm-grow"
            onDone={(text) => {
              const name = nameTyped(text)
              if (name.ok) onChange(claims.with(at, { mechanism: name.value, coverage }))
              return name.ok ? undefined : name.reason
            }}
          />
          <TypedField
            label={`Coverage by ${mechanism}`}
            isLabelHidden
            value={statedPercent(coverage)}
            className="fm-share"
            onDone={(text) => {
              const share = shareTyped(text)
              if (share.ok) onChange(claims.with(at, { mechanism, coverage: share.value }))
              return share.ok ? undefined : share.reason
            }}
          />
          <Remove label={`Remove ${mechanism}`} onClick={() => onChange(claims.toSpliced(at, 1))} />
        </div>
      ))}
      <AddMechanism
        title={title}
        list={list}
        known={claims.map(({ mechanism }) => mechanism)}
        onAdd={(mechanism) => onChange([...claims, { mechanism, coverage: 0 }])}
      />
    </div>
  )
}

interface NamesEditorProps {
  readonly title: string
  readonly names: readonly string[]
  readonly list: string
  readonly onChange: (names: string[]) => void
}

/** The safety mechanisms that no longer work in a failure mode. */
export function NamesEditor({ title, names, list, onChange }: NamesEditorProps) {
  return (
    <div className="fm-claims" role="group" aria-label={title}>
      <span className="fm-label">{title}</span>
      {names.map((name, at) => (
        <div key={name} className="fm-claim">
          <span className="fm-grow">{name}</span>
          <Remove label={`Remove ${name}`} onClick={() => onChange(names.toSpliced(at, 1))} />
        </div>
      ))}
      <AddMechanism title={title} list={list} known={names} onAdd={(name) => onChange([...names, name])} />
    </div>
  )
}

interface AddMechanismProps {
  readonly title: string
  readonly list: string
  readonly known: readonly string[]
  readonly onAdd: (name: string) => void
}

/** The maximum number of mechanisms of one list. */
const mostMechanisms = 20

function AddMechanism({ title, list, known, onAdd }: AddMechanismProps) {
  if (known.length >= mostMechanisms) return null
  return (
    <TypedField
      label={`${title}: add a mechanism`}
      isLabelHidden
      placeholder="Add a mechanism"
      value=""
      list={list}
      onDone={(text) => {
        const name = nameTyped(text)
        if (!name.ok) return name.reason
        if (known.includes(name.value)) return 'It is there already.'
        onAdd(name.value)
        return undefined
      }}
    />
  )
}

export function Remove({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return <Button size="small" variant="minimal" icon={<CrossIcon size={12} />} aria-label={label} onClick={onClick} />
}
