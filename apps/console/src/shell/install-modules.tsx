import { Suspense } from 'react'
import { addPanels } from '../core/page/panels.ts'
import { addViewPages } from '../core/views/view-pages.ts'
import { addKindParts } from '../graph/page/kind-parts.ts'
import { modules } from './modules.ts'

// pages of a module read the contributions of other modules from registries of core and graph
for (const { panels, viewPages, kindParts } of modules) {
  if (panels) addPanels(panels)
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
