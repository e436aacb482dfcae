import { ChevronDownIcon, ChevronRightIcon } from '@blueprintjs/icons'
import { useState } from 'react'
import type { Carried } from '../site-map/carried.ts'
import type { Lifecycle } from './lock.ts'
import type { Section } from './menu.ts'
import { isBuilt } from '../site-map/built.ts'
import { useRouted } from '../site-map/use-routed.ts'
import { PlannedMark, plannedNote, SidebarItems } from './sidebar-item.tsx'

interface SidebarSectionsProps {
  readonly sections: readonly Section[]
  /** The section of the page. */
  readonly open: Section | undefined
  readonly pathname: string
  readonly lifecycle: Lifecycle
  readonly carried: Carried
}

/** A program's sections. The page's own section is expanded; the others expand with a click. */
export function SidebarSections({ sections, open, ...shared }: SidebarSectionsProps) {
  const [unfolded, setUnfolded] = useState<readonly string[]>(open ? [open.title] : [])
  const toggle = (title: string) =>
    setUnfolded((before) => (before.includes(title) ? before.filter((each) => each !== title) : [...before, title]))
  return (
    <ul className="rail-sections">
      {sections.map((section) => (
        <li key={section.title}>
          <SectionHead
            section={section}
            isUnfolded={unfolded.includes(section.title)}
            onClick={() => toggle(section.title)}
          />
          {unfolded.includes(section.title) && <SidebarItems items={section.items} {...shared} />}
        </li>
      ))}
    </ul>
  )
}

function SectionHead({
  section: { title, icon, items },
  isUnfolded,
  onClick,
}: {
  readonly section: Section
  readonly isUnfolded: boolean
  readonly onClick: () => void
}) {
  const routed = useRouted()
  const isPlanned = !items.some(({ href }) => isBuilt(href, routed))
  return (
    <button
      type="button"
      className="rail-section"
      title={isPlanned ? plannedNote : undefined}
      aria-expanded={isUnfolded}
      onClick={onClick}
    >
      <span className="rail-fold" aria-hidden>
        {isUnfolded ? <ChevronDownIcon size={12} /> : <ChevronRightIcon size={12} />}
      </span>
      {!isUnfolded && (
        <span className="rail-icon" aria-hidden>
          {icon}
        </span>
      )}
      <span>{title}</span>
      {isPlanned && <PlannedMark />}
      {!isUnfolded && (
        <span className="rail-total num" aria-hidden>
          {items.length}
        </span>
      )}
    </button>
  )
}
