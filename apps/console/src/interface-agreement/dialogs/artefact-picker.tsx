import { Button } from '@blueprintjs/core'
import type { Evidence } from '@carapace/shared/interface-agreement/row-details.contract'
import { Badge } from '../../core/ui/status-badge.tsx'

interface ArtefactPickerProps {
  readonly evidence: readonly Evidence[]
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}

/** Chooses the artefacts that are handed over, with their present revision. */
export function ArtefactPicker({ evidence, chosen, onChange }: ArtefactPickerProps) {
  const choose = (which: (item: Evidence) => boolean) => onChange(evidence.filter(which).map(({ uuid }) => uuid))
  return (
    <fieldset className="c-field">
      <legend>{`Artefacts, with their present revision: ${chosen.length} of ${evidence.length}`}</legend>
      <div className="ia-filters">
        <Button size="small" variant="minimal" text="All" onClick={() => choose(() => true)} />
        <Button
          size="small"
          variant="minimal"
          text="Changed since your last delivery"
          onClick={() => choose(({ is_changed: isChanged }) => isChanged)}
        />
        <Button size="small" variant="minimal" text="None" onClick={() => choose(() => false)} />
      </div>
      <div className="ia-picker">
        {evidence.map(({ uuid, code, title, revision, is_changed: isChanged, is_suspect: isSuspect }) => (
          <label key={uuid} className="c-radio">
            <input
              type="checkbox"
              checked={chosen.includes(uuid)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, uuid] : chosen.filter((each) => each !== uuid))
              }
            />
            <span className="mono">{code}</span> {title} <span className="num ia-faint">{`revision ${revision}`}</span>
            {isChanged && <Badge tone="yellow">Changed</Badge>}
            {isSuspect && <Badge tone="yellow">Suspect</Badge>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
