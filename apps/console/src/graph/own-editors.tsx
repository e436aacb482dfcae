import type { Artefact } from '@carapace/shared/lifecycle/artefacts.contract'
import { defaultMethod } from '@carapace/shared/lifecycle/default-method'
import type { Indicators } from '@carapace/shared/lifecycle/indicators'
import { type ImpactLevel, impactLevels, type Stake } from '@carapace/shared/lifecycle/method'
import type { Effort } from '@carapace/shared/lifecycle/tree'
import { type ComponentType, createElement, useEffect, useState } from 'react'
import { sentenceCase } from '../core/format.ts'
import { useDeskGraph } from './desk.tsx'
import { EffortEditor } from './effort-editor.tsx'
import { listed, listText, numbersIn } from './lists.ts'
import { Segments } from './segments.tsx'
import { impactNumber } from './tones.ts'

interface OwnEditorProps {
  readonly artefact: Artefact
  readonly value: unknown
  readonly isReadOnly: boolean
  readonly onChange: (value: unknown) => void
}

const editors: Readonly<Record<string, ComponentType<OwnEditorProps>>> = {
  'threat-scenario.effort': EffortField,
  'control.raises': EffortField,
  'threat-scenario.indicators': IndicatorsField,
  'threat-scenario.annex5': Annex5Field,
  'damage-scenario.safety': impactField('safety'),
  'damage-scenario.financial': impactField('financial'),
  'damage-scenario.operational': impactField('operational'),
  'damage-scenario.privacy': impactField('privacy'),
  'requirement.foreign': ForeignField,
}

/** Whether a field of a kind has an editor for itself. */
export function hasOwnEditor(kind: string, field: string): boolean {
  return Object.hasOwn(editors, `${kind}.${field}`)
}

/** The editor that a field of a kind has for itself. */
export function OwnEditor({ field, ...props }: OwnEditorProps & { readonly field: string }) {
  return createElement(editors[`${props.artefact.kind}.${field}`]!, props)
}

/** The method of the program, where the page knows it. */
function useMethod() {
  return useDeskGraph(({ method }) => method?.content) ?? defaultMethod
}

function EffortField({ value, isReadOnly, onChange }: OwnEditorProps) {
  return <EffortEditor effort={value as Effort} method={useMethod()} isReadOnly={isReadOnly} onChange={onChange} />
}

function impactField(stake: Stake): ComponentType<OwnEditorProps> {
  return function ImpactField({ value, isReadOnly, onChange }) {
    const words = useMethod().impact.words[stake]
    const level = value as ImpactLevel | null
    return (
      <>
        <Segments label={sentenceCase(stake)} isReadOnly={isReadOnly} chosen={level ?? undefined} options={impactLevels.map((key) => ({ key, label: sentenceCase(key), detail: String(impactNumber(key)), help: words[key] }))} onChoose={(key) => onChange(key ?? null)} />
        {level !== null && <span className="c-note">{words[level]}</span>}
      </>
    )
  }
}

interface ListFieldProps {
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly isReadOnly: boolean
  /** Answers what is wrong with what was typed. */
  readonly onDone: (said: string) => string | undefined
}

/** Several words in one line, stored when one leaves it. */
function ListField({ label, hint, value, isReadOnly, onDone }: ListFieldProps) {
  const [typed, setTyped] = useState(value)
  const [problem, setProblem] = useState<string>()
  useEffect(() => setTyped(value), [value])
  const done = () => typed !== value && setProblem(onDone(typed))
  return (
    <label className="gr-list-field">
      <span>{label}</span>
      <input className="bp6-input" value={typed} disabled={isReadOnly} placeholder={hint} autoComplete="off" spellCheck={false} onChange={(event) => setTyped(event.target.value)} onBlur={done} onKeyDown={(event) => event.key === 'Enter' && done()} />
      {problem !== undefined && <span className="c-problem" role="alert">{problem}</span>}
    </label>
  )
}

const listNames = { detectors: ['Detectors', 'can-period, event:0x8001'], rules: ['Rules', 'Sigma rules by title or uuid'], buses: ['Buses', 'can0'], ecus: ['ECUs', 'GTW'] } as const
const numberNames = { event_ids: ['Event ids', '0x8001'], can_ids: ['Arbitration ids', '0x0A0'] } as const

/** What an alert says when it is this scenario that happens: one of the first three lists names it, and the others narrow. */
function IndicatorsField({ value, isReadOnly, onChange }: OwnEditorProps) {
  const indicators = value as Indicators
  const words = (key: keyof typeof listNames) => (
    <ListField key={key} label={listNames[key][0]} hint={listNames[key][1]} isReadOnly={isReadOnly} value={indicators[key].join(', ')} onDone={(said) => (onChange({ ...indicators, [key]: listed(said) }), undefined)} />
  )
  const numbers = (key: keyof typeof numberNames) => (
    <ListField
      key={key} label={numberNames[key][0]} hint={numberNames[key][1]} isReadOnly={isReadOnly} value={listText(indicators[key])}
      onDone={(said) => {
        const read = numbersIn(said)
        if (read.ok) onChange({ ...indicators, [key]: read.value })
        return read.ok ? undefined : read.reason
      }}
    />
  )
  return (
    <div className="gr-lists">
      {words('detectors')}{numbers('event_ids')}{words('rules')}{numbers('can_ids')}{words('buses')}{words('ecus')}
    </div>
  )
}

const item = /^\d{1,2}\.\d{1,2}$/

/** Threats of UN R155 Annex 5 by their numbers. */
function Annex5Field({ value, isReadOnly, onChange }: OwnEditorProps) {
  return (
    <ListField
      label="Items" hint="4.1, 20.3" isReadOnly={isReadOnly} value={(value as string[]).join(', ')}
      onDone={(said) => {
        const items = listed(said)
        const wrong = items.find((each) => !item.test(each))
        if (wrong !== undefined) return `${wrong} is no item: they are written like 4.1.`
        onChange([...new Set(items)])
      }}
    />
  )
}

/** What came with a requirement from elsewhere, and goes out with it again. */
function ForeignField({ value }: OwnEditorProps) {
  const pairs = Object.entries(value as Readonly<Record<string, string>>)
  if (pairs.length === 0) return <p className="gr-field-value">–</p>
  return <dl className="gr-foreign">{pairs.map(([name, said]) => <div key={name}><dt>{name}</dt><dd>{said}</dd></div>)}</dl>
}
