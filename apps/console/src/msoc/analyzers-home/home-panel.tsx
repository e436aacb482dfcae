import { type ReactElement, useId } from 'react'
import type { Requested } from '../../core/call/query.ts'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'

interface HomePanelProps<T, Row> {
  readonly title: string
  readonly answer: Requested<T>
  readonly rowsOf: (answered: T) => readonly Row[]
  /** Shown if there are no rows. */
  readonly nothing: ReactElement
  readonly children: (row: Row) => ReactElement
}

/** A list with a heading: a skeleton while it loads, or the error if it failed. */
export function HomePanel<T, Row>({ title, answer, rowsOf, nothing, children }: HomePanelProps<T, Row>) {
  const id = useId()
  return (
    <section className="c-panel" aria-labelledby={id}>
      <header className="c-panel-head">
        <h2 id={id}>{title}</h2>
      </header>
      <Rows title={title} answer={answer} rowsOf={rowsOf} nothing={nothing}>
        {children}
      </Rows>
    </section>
  )
}

function Rows<T, Row>({
  title,
  answer: { data, problem, refetch },
  rowsOf,
  nothing,
  children,
}: HomePanelProps<T, Row>) {
  if (data === undefined && problem !== undefined)
    return (
      <ErrorState title={`${title} did not load`} onRetry={refetch}>
        {problem}
      </ErrorState>
    )
  if (data === undefined) return <SkeletonRows rows={4} columns={['1fr', '120px', '140px']} />
  const rows = rowsOf(data)
  return rows.length === 0 ? nothing : <ul className="ah-lines">{rows.map(children)}</ul>
}
