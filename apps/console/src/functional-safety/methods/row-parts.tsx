import { Button } from '@blueprintjs/core'
import { ArrowDownIcon, ArrowUpIcon, CrossIcon } from '@blueprintjs/icons'
import type { MouseEvent } from 'react'
import { moved } from '../../core/ui/reorder.ts'
import { problemsIn } from '../../graph/methods/versions.ts'
import type { Row } from './edits.ts'

interface ProblemsProps {
  readonly problems: Readonly<Record<string, string>>
  /** The position: `guidewords.3.title`. */
  readonly at: string
}

/** What is wrong at a position itself, not within it. */
export function Problem({ problems, at }: ProblemsProps) {
  const why = problems[at]
  return why === undefined ? null : (
    <p className="c-problem sm-problem" role="alert">
      {why}
    </p>
  )
}

interface TextProps extends ProblemsProps {
  readonly label: string
  readonly value: string
  readonly maxLength: number
  readonly autoFocus?: boolean
  readonly onChange: (value: string) => void
}

/** One line of text in a row, with its problem below. */
export function RowText({ label, problems, at, onChange, ...input }: TextProps) {
  return (
    <>
      <input
        {...input}
        className="bp6-input"
        aria-label={label}
        aria-invalid={problemsIn(problems, at).length > 0}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
      <Problem problems={problems} at={at} />
    </>
  )
}

/** The key of a row: typed while it is new, only shown once a released version has it (rule SAFETY-UI-19). */
export function RowKey({ isFixed, ...text }: Omit<TextProps, 'maxLength'> & { readonly isFixed: boolean }) {
  if (!isFixed) return <RowText {...text} maxLength={40} />
  return (
    <>
      <span className="mono sm-key" title="A released version has this key: it stays, because artefacts refer to it.">
        {text.value}
      </span>
      <Problem {...text} />
    </>
  )
}

interface RowButtonsProps<R extends Row> {
  /** What the buttons move: "Motorway". */
  readonly name: string
  readonly rows: readonly R[]
  readonly at: number
  readonly onChange: (rows: readonly R[]) => void
}

/** The buttons that move a row up or down and remove it. The focus goes with the row. */
export function RowButtons<R extends Row>({ name, rows, at, onChange }: RowButtonsProps<R>) {
  const move = (to: number) => (event: MouseEvent<HTMLElement>) => {
    onChange(moved(rows, at, to))
    focusRow(event.currentTarget, to)
  }
  return (
    <span className="sm-buttons">
      <Button
        variant="minimal"
        size="small"
        icon={<ArrowUpIcon size={12} />}
        disabled={at === 0}
        aria-label={`${name}: up`}
        onClick={move(at - 1)}
      />
      <Button
        variant="minimal"
        size="small"
        icon={<ArrowDownIcon size={12} />}
        disabled={at === rows.length - 1}
        aria-label={`${name}: down`}
        onClick={move(at + 1)}
      />
      <Button
        variant="minimal"
        size="small"
        icon={<CrossIcon size={12} />}
        disabled={rows.length === 1}
        aria-label={`${name}: remove`}
        onClick={() => onChange(rows.toSpliced(at, 1))}
      />
    </span>
  )
}

/** Focuses the button that does the same in another row; at an end of the list, the one that moves it back. */
function focusRow(button: HTMLElement, to: number): void {
  const row = button.closest('[data-row]')?.parentElement?.querySelectorAll(':scope > [data-row]')[to]
  const buttons = [...(row?.querySelector('.sm-buttons')?.querySelectorAll('button') ?? [])]
  const same = buttons[[...button.parentElement!.children].indexOf(button)]
  const target = same?.disabled === false ? same : buttons.find(({ disabled }) => !disabled)
  target?.focus()
}
