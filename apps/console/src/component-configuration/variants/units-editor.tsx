import { Button } from '@blueprintjs/core'
import { AddIcon, TrashIcon } from '@blueprintjs/icons'
import { useState } from 'react'
import { ActButton } from '../../core/ui/act-button.tsx'
import { Panel } from '../../core/ui/panel.tsx'
import { IconButton } from '../../core/ui/tooltip.tsx'
import { type UnitDraft, type VariantDraft, withNewUnit } from './draft.ts'
import { PartPicker, ReleasePicker } from './picker.tsx'

interface UnitsEditorProps {
  readonly draft: VariantDraft
  readonly refusal: string | undefined
  readonly onChange: (draft: VariantDraft) => void
}

/** The control units of a variant, each a row: hardware, software, calibration, features. */
export function UnitsEditor({ draft, refusal, onChange }: UnitsEditorProps) {
  const [picking, setPicking] = useState<{ readonly key: number; readonly what: 'part' | 'release' }>()
  const change = (key: number, fields: Partial<UnitDraft>) =>
    onChange({ ...draft, units: draft.units.map((unit) => (unit.key === key ? { ...unit, ...fields } : unit)) })
  const picked = draft.units.find(({ key }) => key === picking?.key)
  const isReadOnly = refusal !== undefined
  return (
    <Panel title="Control units">
      <div className="c-scroll" role="region" aria-label="Table of control units" tabIndex={0}>
        <table className="c-table cc-units">
          <thead>
            <tr>
              <th>Control unit</th>
              <th>Hardware part</th>
              <th>Software release</th>
              <th>Calibration</th>
              <th>Features, separated by commas</th>
              <th>
                <span className="c-visually-hidden">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {draft.units.map((unit, i) => {
              const name = unit.ecu || `row ${i + 1}`
              const text = (field: 'ecu' | 'calibration' | 'features', label: string, maxLength: number) => (
                <input
                  className="bp6-input"
                  aria-label={`${label} of ${name}`}
                  value={unit[field]}
                  maxLength={maxLength}
                  readOnly={isReadOnly}
                  onChange={(event) => change(unit.key, { [field]: event.target.value })}
                />
              )
              return (
                <tr key={unit.key}>
                  <td>{text('ecu', 'Name', 64)}</td>
                  <td className="cc-choice">
                    <Button
                      variant="outlined"
                      disabled={isReadOnly}
                      aria-label={`Hardware part of ${name}: ${unit.part?.part_number ?? 'none'}`}
                      text={unit.part?.part_number ?? 'Choose'}
                      onClick={() => setPicking({ key: unit.key, what: 'part' })}
                    />
                  </td>
                  <td className="cc-choice">
                    <Button
                      variant="outlined"
                      disabled={isReadOnly}
                      aria-label={`Software release of ${name}: ${releaseText(unit) ?? 'none'}`}
                      text={releaseText(unit) ?? 'Choose'}
                      onClick={() => setPicking({ key: unit.key, what: 'release' })}
                    />
                  </td>
                  <td>{text('calibration', 'Calibration', 200)}</td>
                  <td>{text('features', 'Features', 2_000)}</td>
                  <td>
                    <IconButton
                      icon={<TrashIcon />}
                      label={`Remove ${name}`}
                      disabled={isReadOnly}
                      onClick={() => onChange({ ...draft, units: draft.units.filter(({ key }) => key !== unit.key) })}
                    />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <div className="cc-foot">
        <ActButton
          icon={<AddIcon />}
          text="Add a control unit"
          refusal={refusal}
          disabled={draft.units.length >= 200}
          onClick={() => onChange(withNewUnit(draft))}
        />
      </div>
      {picking?.what === 'part' && picked && (
        <PartPicker
          ecu={picked.ecu.trim()}
          onClose={() => setPicking(undefined)}
          onPick={(part) => {
            change(picked.key, { part, ...(part !== null && picked.ecu === '' && { ecu: part.ecu }) })
            setPicking(undefined)
          }}
        />
      )}
      {picking?.what === 'release' && picked && (
        <ReleasePicker
          ecu={picked.ecu.trim()}
          onClose={() => setPicking(undefined)}
          onPick={(release) => {
            change(picked.key, { release, ...(release !== null && picked.ecu === '' && { ecu: release.ecu }) })
            setPicking(undefined)
          }}
        />
      )}
    </Panel>
  )
}

function releaseText({ release }: UnitDraft): string | undefined {
  return release === null ? undefined : `${release.software} ${release.version}`
}
