import { BriefcaseIcon, DashboardIcon, DataSyncIcon, DriveTimeIcon, MapIcon, WarningSignIcon } from '@blueprintjs/icons'
import type { Licence } from '@carapace/shared/modules'
import type { ReactElement } from 'react'

const msoc = { title: 'MSOC', licence: 'MSOC' } as const

/**
 * The pages that are built, in the order and under the names that the specification gives the menu:
 * the rail, the breadcrumb, the palette and the `g` sequences are made from this list.
 */
export const pages = [
  { to: '/org/msoc/dashboard', module: msoc, title: 'Dashboard', railTitle: 'Dashboard', icon: <DashboardIcon />, keys: 'g d' },
  { to: '/org/msoc/dashboard/live-map', module: msoc, title: 'Live map', railTitle: 'Live', icon: <MapIcon />, keys: 'g l' },
  { to: '/org/msoc/dashboard/projects', module: msoc, title: 'Vehicles', railTitle: 'Projects', icon: <DriveTimeIcon />, keys: 'g v', below: ['/org/msoc/dashboard/asset-register'] },
  { to: '/org/msoc/dashboard/jobs', module: msoc, title: 'Jobs', railTitle: 'Jobs', icon: <DataSyncIcon />, keys: 'g j' },
  { to: '/org/msoc/dashboard/alert-management', module: msoc, title: 'Alert Management', railTitle: 'Alert Management', icon: <WarningSignIcon />, keys: 'g a' },
  { to: '/org/msoc/dashboard/case-management', module: msoc, title: 'Case Management', railTitle: 'Case Management', icon: <BriefcaseIcon />, keys: 'g c' },
] as const satisfies readonly Page[]

interface Page {
  readonly to: string
  readonly module: { readonly title: string; readonly licence: Licence }
  readonly title: string
  /** As the specification names it in the menu. */
  readonly railTitle: string
  readonly icon: ReactElement
  readonly keys: string
  /** Paths of its detail pages that don't begin with its own. */
  readonly below?: readonly string[]
}

/** Tabs of one page, which are no pages of their own: `jobs/failed`. */
const tabbed = '/org/msoc/dashboard/jobs/'

/** The page that a path belongs to: itself, or the list that a detail page is reached from. */
export function pageAt(pathname: string): ((typeof pages)[number] & Page) | undefined {
  return pages
    .filter((page: Page) => [page.to, ...(page.below ?? [])].some((path) => pathname === path || pathname.startsWith(`${path}/`)))
    .reduce<(typeof pages)[number] | undefined>((best, each) => (best !== undefined && best.to.length > each.to.length ? best : each), undefined)
}

/** Whether a path shows one thing of a page's list, and names itself. */
export function isDetail(pathname: string): boolean {
  const page = pageAt(pathname)
  return page !== undefined && pathname.replace(/\/$/, '') !== page.to && !pathname.startsWith(tabbed)
}
