import { Checkbox, FormGroup, HTMLSelect, InputGroup, TagInput } from '@blueprintjs/core'
import { severities, type Severity } from '@carapace/shared/msoc/severity'
import { type GeofenceCrossing, geofenceCrossings } from '@carapace/shared/msoc/vehicles/geofences'
import { listVehicleFacets } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { useId } from 'react'
import { useEndpoint } from '../../../core/call/query.ts'
import { sentenceCase } from '../../../core/format/format.ts'
import { FilterMenu } from '../../../core/ui/filter-menu.tsx'
import type { Draft } from './draft.ts'

interface FieldsProps {
  readonly draft: Draft
  readonly mayDraw: boolean
  readonly onChange: (changes: Partial<Draft>) => void
}

/** What an area is called, which crossings raise which alert, and which vehicles it applies to. */
export function GeofenceFields({ draft, mayDraw, onChange }: FieldsProps) {
  const id = useId()
  return (
    <>
      <FormGroup label="Name" labelFor={`${id}name`}>
        <InputGroup
          id={`${id}name`}
          autoFocus={!draft.saved}
          maxLength={100}
          value={draft.name}
          readOnly={!mayDraw}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </FormGroup>
      <AlertFields draft={draft} mayDraw={mayDraw} onChange={onChange} />
      <ScopeFields draft={draft} mayDraw={mayDraw} onChange={onChange} />
      <Checkbox
        label="Active"
        checked={draft.active}
        disabled={!mayDraw}
        onChange={(event) => onChange({ active: event.currentTarget.checked })}
      />
    </>
  )
}

const crossingNames: Readonly<Record<GeofenceCrossing, string>> = {
  leave: 'leaves it',
  enter: 'enters it',
  both: 'leaves or enters it',
}

function AlertFields({ draft, mayDraw, onChange }: FieldsProps) {
  const id = useId()
  return (
    <div className="gf-pair">
      <FormGroup label="Alert when a vehicle" labelFor={`${id}crossing`}>
        <HTMLSelect
          id={`${id}crossing`}
          fill
          disabled={!mayDraw}
          value={draft.alertOn}
          options={geofenceCrossings.map((crossing) => ({ value: crossing, label: crossingNames[crossing] }))}
          onChange={(event) => onChange({ alertOn: event.currentTarget.value as GeofenceCrossing })}
        />
      </FormGroup>
      <FormGroup label="Severity" labelFor={`${id}severity`}>
        <HTMLSelect
          id={`${id}severity`}
          fill
          disabled={!mayDraw}
          value={draft.severity}
          options={severities.toReversed().map((severity) => ({ value: severity, label: sentenceCase(severity) }))}
          onChange={(event) => onChange({ severity: event.currentTarget.value as Severity })}
        />
      </FormGroup>
    </div>
  )
}

/** The vehicles that an area applies to: all, or those with a VIN or of a model in its lists (rule MAP-UI-69). */
function ScopeFields({ draft: { vins, models }, mayDraw, onChange }: FieldsProps) {
  const id = useId()
  const { data } = useEndpoint(listVehicleFacets, {})
  const known = data?.models.map(({ name }) => name).filter((name) => name !== '') ?? []
  const choices = [...new Set([...known, ...models])].toSorted().map((name) => ({ word: name, text: name }))
  return (
    <fieldset className="gf-corners" disabled={!mayDraw}>
      <legend>
        Applies to{' '}
        <span className="lm-faint">{vins.length + models.length === 0 ? 'all vehicles' : 'these vehicles'}</span>
      </legend>
      {choices.length > 0 && mayDraw && (
        <FilterMenu
          name="Models"
          choices={choices}
          chosen={models}
          onChoose={(chosen) => onChange({ models: chosen })}
        />
      )}
      {!mayDraw && models.length > 0 && <p className="gf-hint">{models.join(', ')}</p>}
      <TagInput
        fill
        disabled={!mayDraw}
        values={[...vins]}
        placeholder="VINs, one after the other"
        addOnBlur
        addOnPaste
        separator={/[\s,;]+/}
        inputProps={{ id: `${id}vins`, 'aria-label': 'VINs that it applies to', maxLength: 20_000 }}
        tagProps={{ minimal: true }}
        // Enter adds a VIN; it must not save the form
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        onChange={(values) => onChange({ vins: vinsIn(values) })}
      />
    </fieldset>
  )
}

/** The VINs of an input's tags, each once, at most as many as the server accepts. */
function vinsIn(values: readonly unknown[]): string[] {
  return [...new Set(values.map((value) => String(value).trim().slice(0, 64)))].filter(Boolean).slice(0, 500)
}
