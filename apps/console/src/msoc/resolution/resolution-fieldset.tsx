import { Kbd } from '../../core/ui/kbd.tsx'
import type { Answer } from './answers.ts'
import './resolution.css'

interface ResolutionFieldsetProps<Value extends string> {
  /** The text above the options. */
  readonly legend: string | undefined
  readonly answers: readonly Answer<Value>[]
  /** Undefined if nothing is selected yet. */
  readonly chosen: Value | undefined
  readonly choose: (value: Value) => void
}

/** The resolution of alerts: one of a few options, each with its key. */
export function ResolutionFieldset<Value extends string>({
  legend,
  answers,
  chosen,
  choose,
}: ResolutionFieldsetProps<Value>) {
  const first = chosen ?? answers[0]?.value
  return (
    <fieldset className="rs-answers">
      <legend>{legend}</legend>
      {answers.map(({ value, text, keys }) => (
        <label key={value} className="rs-answer" data-chosen={value === chosen || undefined}>
          <input
            type="radio"
            name="resolution"
            value={value}
            checked={value === chosen}
            autoFocus={value === first}
            onChange={() => choose(value)}
          />
          {text}
          <Kbd keys={keys} />
        </label>
      ))}
    </fieldset>
  )
}
