import { Suspense } from 'react'
import { addWork } from '../core/landing/work.ts'
import { addPanels } from '../core/page/panels.ts'
import { addReports } from '../core/reports/reports.ts'
import { addViewPages } from '../core/views/view-pages.ts'
import { addWall } from '../core/wall/wall.ts'
import { addKindParts } from '../graph/page/kind-parts.ts'
import { modules } from './modules.ts'

// pages of a module read the contributions of other modules from registries of core and graph
for (const { panels, reports, work, viewPages, kindParts, wall } of modules) {
  if (panels) addPanels(panels)
  if (reports) addReports(reports)
  if (work) addWork(work)
  if (wall) addWall(wall)
  if (viewPages) addViewPages(viewPages)
  if (kindParts) addKindParts(kindParts)
}

/** Keeps the data that modules show on every page up to date. */
export function ModuleFeeds() {
  return modules.map(
    ({ name, Feed }) =>
      Feed && (
        <Suspense key={name}>
          <Feed />
        </Suspense>
      ),
  )
}

/** The buttons of modules in the top bar. */
export function TopBarItems() {
  return modules.map(
    ({ name, TopBarItem }) =>
      TopBarItem && (
        <Suspense key={name}>
          <TopBarItem />
        </Suspense>
      ),
  )
}
