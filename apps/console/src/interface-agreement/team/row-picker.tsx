import type { SheetRow } from '@carapace/shared/interface-agreement/agreements.contract'
import { useState } from 'react'
import { LineField } from '../../core/ui/field.tsx'
import { titleOf } from '../dialogs/drafts.ts'
import { counted } from '../words.ts'

interface RowPickerProps {
  readonly sheet: readonly SheetRow[]
  readonly chosen: readonly number[]
  readonly onChange: (rows: readonly number[]) => void
}

/** Chooses the work products that a third party is invited for. */
export function RowPicker({ sheet, chosen, onChange }: RowPickerProps) {
  const [words, setWords] = useState('')
  const shown = sheet.filter(
    (line) => !line.row.is_heading && titleOf(line).toLowerCase().includes(words.trim().toLowerCase()),
  )
  return (
    <fieldset className="c-field">
      <legend>{`Work products that the third party sees: ${counted(chosen.length, 'row')}`}</legend>
      <LineField label="Search" value={words} maxLength={100} onChange={setWords} />
      <div className="ia-picker">
        {shown.map((line) => (
          <label key={line.row.id} className="c-radio">
            <input
              type="checkbox"
              checked={chosen.includes(line.row.id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, line.row.id] : chosen.filter((row) => row !== line.row.id))
              }
            />
            <span className="num ia-faint">{line.row.id}</span> {titleOf(line)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
