import { HistoryIcon } from '@blueprintjs/icons'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import type { FinderSource, Found } from '../../core/install/module-install.ts'
import { addPaletteSources, matches, type PaletteItem, type PaletteSource } from '../../core/palette/palette.ts'
import { recentPlaces } from '../../core/palette/recent.ts'
import { hasLicence } from '../../core/session/licences.ts'
import { modules } from '../modules.ts'
import { isBuilt } from '../site-map/built.ts'
import { carriedIn } from '../site-map/carried.ts'
import { type Page, pages } from '../site-map/pages.ts'
import { useRouted } from '../site-map/use-routed.ts'
import { usePaletteActions } from './palette-actions.tsx'

/** The maximum number of each kind in the palette: it is for navigation, not for browsing. */
const most = 6

/** The modules' sources, in the order in which the palette shows them. */
const finders = modules.flatMap((module) => module.finders ?? []).toSorted((a, b) => a.order - b.order)

/** The sources of the palette on every page: recent places, pages, the modules' sources, and actions. */
export function usePaletteSources(): void {
  const navigate = useNavigate()
  const router = useRouter()
  const routed = useRouted()
  const sources = useMemo(() => {
    const built = pages.filter(({ to }) => isBuilt(to, routed))
    const leading: Leading = (item) => ({
      ...item,
      run: () => void navigate({ to: item.place.to, search: item.place.search } as never),
    })
    // read at each search: a source that changed with the address would lose its position among the others
    const programId = () => carriedIn(router.state.location.search).programId
    return [
      recentSource(leading),
      pagesSource(built, (to) => void navigate({ to, search: {} } as never)),
      ...finders.map((finder) => moduleSource(finder, leading, programId)),
    ]
  }, [navigate, router, routed])
  useEffect(() => addPaletteSources(sources), [sources])
  usePaletteActions()
}

type Leading = (item: Found) => PaletteItem

function recentSource(leading: Leading): PaletteSource {
  return {
    name: 'recent places',
    isAtHand: true,
    find: (words) =>
      words === '' ? recentPlaces().map((recent) => leading({ ...recent, kind: 'Recent', icon: <HistoryIcon /> })) : [],
  }
}

/** Pages are always listed, so they are not remembered as recent places. */
function pagesSource(built: readonly Page[], goTo: (to: string) => void): PaletteSource {
  return {
    name: 'pages',
    isAtHand: true,
    find: (words) =>
      built
        .filter(({ title, menuTitle, moduleTitle }) => matches(words, title, menuTitle, moduleTitle))
        .map(({ to, title, moduleTitle, icon, keys }) => ({
          id: to,
          kind: 'Pages',
          title,
          detail: moduleTitle,
          icon,
          run: () => goTo(to),
          ...(keys !== undefined && { keys }),
        })),
  }
}

/** The results of one module; none without words or without its licence. */
function moduleSource(
  { name, licence, find }: FinderSource,
  leading: Leading,
  programId: () => string | undefined,
): PaletteSource {
  return {
    name,
    find: async (words, signal) => {
      if (words === '' || !hasLicence(licence)) return []
      return (await find(words, { limit: most, signal, programId: programId() })).map(leading)
    },
  }
}
