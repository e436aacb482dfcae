import { moduleNamed, type ModuleName } from '@carapace/shared/modules'
import { useLocation } from '@tanstack/react-router'
import { type ComponentType, Suspense } from 'react'
import { useZone, zoneTitle } from '../core/format/zone.ts'
import { usePageFacts } from '../core/page/page-facts.ts'
import { copyright, version } from '../core/product.ts'
import { useHasLicence } from '../core/session/licences.ts'
import { StatusFact } from '../core/ui/status-fact.tsx'
import { modules } from './modules.ts'
import { PathLink } from './site-map/path-link.tsx'
import { screenOf } from './site-map/site-map.ts'

/** Facts of the current page and of its module, and the version of the product. */
export function StatusBar() {
  const here = useLocation({ select: (location) => screenOf(location.pathname)?.module })
  return (
    <footer className="status-bar">
      {modules.map(
        ({ name, StatusItems }) =>
          StatusItems && name === here && <Licensed key={name} module={here} Items={StatusItems} />,
      )}
      <PageFacts />
      <span className="status-right">
        <span>Times in {zoneTitle(useZone())}</span>
        <span>{copyright}</span>
        <PathLink to="/org/lifecycle/release-history" target="_blank" title="Release history">
          {version}
        </PathLink>
      </span>
    </footer>
  )
}

function Licensed({ module, Items }: { readonly module: ModuleName; readonly Items: ComponentType }) {
  const isLicensed = useHasLicence(moduleNamed(module).licence)
  return (
    isLicensed && (
      <Suspense>
        <Items />
      </Suspense>
    )
  )
}

/** Facts of the page itself. */
function PageFacts() {
  return [...usePageFacts()].map(([name, value]) => <StatusFact key={name} name={name} value={value} />)
}
