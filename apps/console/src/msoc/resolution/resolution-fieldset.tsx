import { Kbd } from '../../core/ui/kbd.tsx'
import type { Answer } from './answers.ts'
import './resolution.css'

interface ResolutionFieldsetProps<Value extends string> {
  /** What the answer is asked for. */
  readonly legend: string | undefined
  readonly answers: readonly Answer<Value>[]
  /** Undefined: nothing yet. */
  readonly chosen: Value | undefined
  readonly choose: (value: Value) => void
}

/** How alerts are resolved: one of a few answers, each with its key. */
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
