import { ConstructionIcon, LockIcon } from '@blueprintjs/icons'
import { Suspense, useId } from 'react'
import { compact, number } from '../../core/format/format.ts'
import { Tooltip } from '../../core/ui/tooltip.tsx'
import type { Carried } from '../site-map/carried.ts'
import { type Lifecycle, lockOf, suspectsOf } from './lock.ts'
import { itemAt } from './menu.ts'
import type { MenuItem } from '../../core/install/module-install.ts'
import { isBuilt } from '../site-map/built.ts'
import { PathLink } from '../site-map/path-link.tsx'
import { withoutSlash } from '../site-map/site-map.ts'
import { useRouted } from '../site-map/use-routed.ts'

interface SidebarItemsProps {
  readonly items: readonly MenuItem[]
  readonly pathname: string
  /** The lifecycle of the program; absent: no item is locked. */
  readonly lifecycle?: Lifecycle
  readonly carried?: Carried
}

export function SidebarItems({ items, pathname, lifecycle, carried }: SidebarItemsProps) {
  const active = itemAt(pathname, items)
  const routed = useRouted()
  return (
    <ul className="rail-links">
      {items.map((item) => {
        const lock = lifecycle && lockOf(item, lifecycle)
        return (
          <li key={item.href}>
            {lock === undefined ? (
              <OpenItem
                item={item}
                current={currentOf(item === active, item, pathname)}
                carried={carried}
                suspects={suspectsOf(item, lifecycle)}
                isPlanned={!isBuilt(item.href, routed)}
              />
            ) : (
              <LockedItem item={item} why={lock} />
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** A detail page highlights its list, but `aria-current` is not "page" there. */
function currentOf(isActive: boolean, { href }: MenuItem, pathname: string): 'page' | 'true' | undefined {
  if (!isActive) return undefined
  return withoutSlash(pathname) === href ? 'page' : 'true'
}

interface OpenItemProps {
  readonly item: MenuItem
  readonly current: 'page' | 'true' | undefined
  readonly carried: Carried | undefined
  readonly suspects: number
  /** Its page is not in this version yet (rule NAVIGATION-11). */
  readonly isPlanned: boolean
}

function OpenItem({ item: { name, href, icon, Badge }, current, carried, suspects, isPlanned }: OpenItemProps) {
  return (
    <PathLink
      to={href}
      {...(carried && { search: carried })}
      className={['rail-link', current && 'rail-active', isPlanned && 'rail-planned'].filter(Boolean).join(' ')}
      title={isPlanned ? plannedNote : undefined}
      aria-current={current}
    >
      <span className="rail-icon" aria-hidden>
        {icon}
      </span>
      <span>{name}</span>
      {Badge && (
        <Suspense>
          <Badge />
        </Suspense>
      )}
      {suspects > 0 && (
        <span className="rail-count rail-suspect num">
          <span aria-hidden>{compact(suspects)}</span>
          <span className="c-visually-hidden">, {number(suspects)} suspect</span>
        </span>
      )}
      {isPlanned && <PlannedMark />}
    </PathLink>
  )
}

/** The title of what is not built yet; its name stays that of the specification. */
export const plannedNote = 'Not in this version yet'

/** The mark of what is not built yet. */
export function PlannedMark() {
  return (
    <span className="rail-lock" aria-hidden>
      <ConstructionIcon size={12} />
    </span>
  )
}

/** An item whose step is not reached yet: it can be focused and shows the reason, but opens nothing. */
function LockedItem({ item: { name, icon }, why }: { readonly item: MenuItem; readonly why: string }) {
  const id = useId()
  return (
    <Tooltip text={why} placement="right">
      <span className="rail-link rail-locked" role="link" aria-disabled aria-describedby={id} tabIndex={0}>
        <span className="rail-icon" aria-hidden>
          {icon}
        </span>
        <span>{name}</span>
        <LockIcon size={12} className="rail-lock" />
        <span id={id} hidden>
          {why}
        </span>
      </span>
    </Tooltip>
  )
}
