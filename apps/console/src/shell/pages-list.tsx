import { MapIcon, WarningSignIcon } from '@blueprintjs/icons'
import type { Licence } from '@carapace/shared/modules'
import type { ReactElement } from 'react'

const msoc = { title: 'MSOC', licence: 'MSOC' } as const

/** The pages that are built: the rail, the breadcrumb, the palette and the `g` sequences are made from this list. */
export const pages = [
  {
    to: '/org/msoc/dashboard/live-map',
    module: msoc,
    title: 'Live map',
    railTitle: 'Live',
    icon: <MapIcon />,
    keys: 'g l',
  },
  {
    to: '/org/msoc/dashboard/alert-management',
    module: msoc,
    title: 'Alert Management',
    railTitle: 'Alert Management',
    icon: <WarningSignIcon />,
    keys: 'g a',
  },
] as const satisfies readonly Page[]

interface Page {
  readonly to: string
  readonly module: { readonly title: string; readonly licence: Licence }
  readonly title: string
  /** As the specification names it in the menu. */
  readonly railTitle: string
  readonly icon: ReactElement
  readonly keys: string
}

/** The page that a path belongs to. */
export function pageAt(pathname: string) {
  return pages.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
}
