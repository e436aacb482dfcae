import { useMemo } from 'react'
import { type DiffLine, diffLines } from './line-diff.ts'

/** Equal lines that are shown before and after a changed one. */
const around = 3

const names = { same: '', added: 'added', removed: 'removed' } as const
const signs = { same: ' ', added: '+', removed: '−' } as const

/** The differences of two texts: changed lines with their neighbours (rule RULE-UI-24). */
export function DiffView({ before, after }: { readonly before: string; readonly after: string }) {
  const lines = useMemo(() => nearChanges(diffLines(before, after)), [before, after])
  if (lines.length === 0) return <p className="c-note">The texts are equal.</p>
  return (
    <div className="ru-diff" tabIndex={0} role="region" aria-label="Differences">
      <table>
        <tbody>
          {lines.map((line, index) =>
            line === 'gap' ? (
              <tr key={index} className="ru-gap">
                <td colSpan={4}>⋯</td>
              </tr>
            ) : (
              <tr key={index} data-kind={line.kind}>
                <td className="num">{line.before}</td>
                <td className="num">{line.after}</td>
                <td>
                  <span aria-hidden>{signs[line.kind]}</span>
                  <span className="c-visually-hidden">{names[line.kind]}</span>
                </td>
                <td>{line.text}</td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </div>
  )
}

/** The changed lines with their neighbours, and a gap where equal lines are left out. */
function nearChanges(lines: readonly DiffLine[]): (DiffLine | 'gap')[] {
  const near = new Set<number>()
  for (const [index, { kind }] of lines.entries()) {
    if (kind === 'same') continue
    for (let each = index - around; each <= index + around; each++) near.add(each)
  }
  return lines.flatMap((line, index): (DiffLine | 'gap')[] => {
    if (near.has(index)) return [line]
    return near.has(index + 1) && index >= 0 ? ['gap'] : []
  })
}
