import { type ReactNode, useId } from 'react'
import { number } from '../../core/format/format.ts'
import { type Counted, type Counts, isChosen, toggled } from './counts.ts'
import type { Go, IdsSearch } from './search.ts'

interface TopListsProps {
  readonly counts: Counts
  readonly search: IdsSearch
  readonly go: Go
}

/** The most frequent events and their origins; a click filters the list (rule IDS-VIEWER-3). */
export function TopLists({ counts, search, go }: TopListsProps) {
  const list = (title: string, counted: readonly Counted[]) => (
    <TopList title={title}>
      {counted.map((each) => (
        <Line
          key={each.key}
          counted={each}
          most={counted[0]!.count}
          isPressed={isChosen(search, each)}
          onPress={() => go(toggled(search, each))}
        />
      ))}
    </TopList>
  )
  return (
    <div className="iv-top">
      {list('Events', counts.events)}
      {list('Vehicles', counts.vehicles)}
      {list('Sensors', counts.sensors)}
    </div>
  )
}

function TopList({ title, children }: { readonly title: string; readonly children: readonly ReactNode[] }) {
  const id = useId()
  return (
    <section className="c-panel" aria-labelledby={id}>
      <header className="c-panel-head">
        <h2 id={id}>{title}</h2>
      </header>
      {children.length === 0 ? (
        <p className="iv-none">Nothing was reported.</p>
      ) : (
        <ul className="iv-lines">{children}</ul>
      )}
    </section>
  )
}

interface LineProps {
  readonly counted: Counted
  readonly most: number
  readonly isPressed: boolean
  readonly onPress: () => void
}

function Line({ counted: { text, more, count }, most, isPressed, onPress }: LineProps) {
  return (
    <li>
      <button type="button" className="iv-line" aria-pressed={isPressed} onClick={onPress}>
        <span className="iv-bar" style={{ width: `${(100 * count) / Math.max(1, most)}%` }} aria-hidden />
        <span className="iv-text">{text}</span>
        {more !== '' && <span className="iv-more mono">{more}</span>}
        <span className="iv-count num">{number(count)}</span>
      </button>
    </li>
  )
}
