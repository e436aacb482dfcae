import type { RowDetails } from '@carapace/shared/interface-agreement/row-details.contract'

interface BillPickerProps {
  readonly bills: RowDetails['bills']
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}

/** Chooses the releases whose bills of materials are handed over. */
export function BillPicker({ bills, chosen, onChange }: BillPickerProps) {
  return (
    <fieldset className="c-field">
      <legend>{`Bills of materials: ${chosen.length} of ${bills.length}`}</legend>
      <div className="ia-picker">
        {bills.map(({ uuid, code, title }) => (
          <label key={uuid} className="c-radio">
            <input
              type="checkbox"
              checked={chosen.includes(uuid)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, uuid] : chosen.filter((each) => each !== uuid))
              }
            />
            <span className="mono">{code}</span> {title}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
