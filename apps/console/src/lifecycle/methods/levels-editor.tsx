import { Button } from '@blueprintjs/core'
import { AddIcon, CrossIcon } from '@blueprintjs/icons'
import { fewestLevels, inserted, type Level, mostLevels } from './edits.ts'

interface LevelsEditorProps {
  /** The factor or metric of the levels. */
  readonly title: string
  readonly levels: readonly Level[]
  readonly onChange: (levels: Level[]) => void
}

/** The levels of one factor or metric, easiest first: the label and the value of each. */
export function LevelsEditor({ title, levels, onChange }: LevelsEditorProps) {
  const change = (at: number, level: Partial<Level>) =>
    onChange(levels.map((each, i) => (i === at ? { ...each, ...level } : each)))
  return (
    <fieldset className="mt-levels">
      <legend>{title}</legend>
      {levels.map(({ key, label, value }, at) => (
        <div key={key} className="mt-level">
          <input
            className="bp6-input"
            aria-label={`${title}, level ${at + 1}, name`}
            value={label}
            maxLength={80}
            autoComplete="off"
            onChange={(event) => change(at, { label: event.target.value })}
          />
          <NumberInput
            label={`${title}, level ${at + 1}, value`}
            value={value}
            onChange={(next) => change(at, { value: next })}
          />
          <Button
            variant="minimal"
            size="small"
            icon={<AddIcon size={12} />}
            disabled={levels.length >= mostLevels}
            aria-label={`${title}: a level after ${label || `level ${at + 1}`}`}
            onClick={() => onChange(inserted(levels, at))}
          />
          <Button
            variant="minimal"
            size="small"
            icon={<CrossIcon size={12} />}
            disabled={levels.length <= fewestLevels}
            aria-label={`${title}: without ${label || `level ${at + 1}`}`}
            onClick={() => onChange(levels.filter((_, i) => i !== at))}
          />
        </div>
      ))}
    </fieldset>
  )
}

interface NumberInputProps {
  readonly label: string
  /** NaN: the field is empty. */
  readonly value: number
  readonly onChange: (value: number) => void
}

export function NumberInput({ label, value, onChange }: NumberInputProps) {
  return (
    <input
      className="bp6-input num mt-number"
      type="number"
      min={0}
      step="any"
      aria-label={label}
      value={Number.isNaN(value) ? '' : value}
      onChange={(event) => onChange(event.target.valueAsNumber)}
    />
  )
}
