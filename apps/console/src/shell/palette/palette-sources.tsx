import { BriefcaseIcon, DriveTimeIcon, HistoryIcon, ManyToManyIcon, PolygonFilterIcon } from '@blueprintjs/icons'
import { phaseLabels } from '@carapace/shared/graph/programs/phases'
import { getPrograms } from '@carapace/shared/graph/programs/programs.contract'
import { listAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'
import { listCases } from '@carapace/shared/msoc/cases/cases.contract'
import { listGeofences, listVehicles } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { call } from '../../core/call/call.ts'
import { sentenceCase } from '../../core/format/format.ts'
import {
  matches,
  type PaletteItem,
  type PaletteSource,
  type Place,
  usePaletteSource,
} from '../../core/palette/palette.ts'
import { recentPlaces } from '../../core/palette/recent.ts'
import { SeverityGlyph } from '../../core/ui/severity-glyph.tsx'
import { placeOfArea } from './area-place.ts'
import { isBuilt } from '../site-map/built.ts'
import { carriedIn } from '../site-map/carried.ts'
import { menuIcons } from '../sidebar/menu-icons.tsx'
import { type Page, pages } from '../site-map/pages.ts'
import { usePaletteActions } from './palette-actions.tsx'
import { hasLicence } from '../licence/use-has-licence.ts'
import { useRouted } from '../site-map/use-routed.ts'

/** How many of each kind the palette shows: it is for going somewhere, not for browsing. */
const most = 6

/**
 * What the palette finds on every page: where one went lately, pages, vehicles, alerts, cases, programs, what is in the
 * one that is open, geofences, and what can be done here.
 */
export function usePaletteSources(): void {
  const navigate = useNavigate()
  const router = useRouter()
  const routed = useRouted()
  const sources = useMemo(() => {
    const built = pages.filter(({ to }) => isBuilt(to, routed))
    // asked when somebody searches: a source that changed with the address would lose its place among the others
    const programId = () => carriedIn(router.state.location.search).programId
    return sourcesGoing(({ to, search }) => void navigate({ to, search } as never), built, programId)
  }, [navigate, router, routed])
  usePaletteSource(sources.recent)
  usePaletteSource(sources.pages)
  usePaletteSource(sources.vehicles)
  usePaletteSource(sources.alerts)
  usePaletteSource(sources.cases)
  usePaletteSource(sources.programs)
  usePaletteSource(sources.artefacts)
  usePaletteSource(sources.areas)
  usePaletteActions()
}

type Leading = (item: Omit<PaletteItem, 'run'> & { readonly place: Place }) => PaletteItem

function sourcesGoing(go: (place: Place) => void, built: readonly Page[], programId: () => string | undefined) {
  const leading: Leading = (item) => ({ ...item, run: () => go(item.place) })
  return {
    recent: recentSource(leading),
    pages: pagesSource(built, (to) => go({ to, search: {} })),
    vehicles: vehiclesSource(leading),
    alerts: alertsSource(leading),
    cases: casesSource(leading),
    programs: programsSource(leading),
    artefacts: artefactsSource(leading, programId),
    areas: areasSource(leading),
  }
}

function recentSource(leading: Leading): PaletteSource {
  return {
    name: 'recent places',
    isAtHand: true,
    find: (words) =>
      words === '' ? recentPlaces().map((recent) => leading({ ...recent, kind: 'Recent', icon: <HistoryIcon /> })) : [],
  }
}

/** Pages are always listed, so they have no place to be remembered. */
function pagesSource(built: readonly Page[], goTo: (to: string) => void): PaletteSource {
  return {
    name: 'pages',
    isAtHand: true,
    find: (words) =>
      built
        .filter(({ title, menuTitle, moduleTitle }) => matches(words, title, menuTitle, moduleTitle))
        .map(({ to, title, menuTitle, moduleTitle, keys }) => ({
          id: to,
          kind: 'Pages',
          title,
          detail: moduleTitle,
          icon: menuIcons[menuTitle]!,
          run: () => goTo(to),
          ...(keys !== undefined && { keys }),
        })),
  }
}

function vehiclesSource(leading: Leading): PaletteSource {
  return {
    name: 'vehicles',
    find: async (words, signal) => {
      if (words === '') return []
      const { vehicles } = await call(listVehicles, { q: words, limit: most }, { signal })
      return vehicles.map(({ uuid, vin, name, model }) =>
        leading({
          id: uuid,
          kind: 'Vehicles',
          title: vin,
          mono: true,
          detail: name || model,
          icon: <DriveTimeIcon />,
          place: { to: '/org/msoc/dashboard/projects/vehicle/info', search: { vehicle: vin } },
        }),
      )
    },
  }
}

function alertsSource(leading: Leading): PaletteSource {
  return {
    name: 'alerts',
    find: async (words, signal) => {
      if (words === '') return []
      const { alerts } = await call(listAlerts, { q: words, limit: most }, { signal })
      return alerts.map(({ uuid, number, title, severity, vehicle }) =>
        leading({
          id: uuid,
          kind: 'Alerts',
          title,
          // a fleet has many alerts of the same title
          detail: vehicle === null ? `ALR-${number}` : `${vehicle.vin} · ALR-${number}`,
          icon: <SeverityGlyph severity={severity} label={severity} />,
          place: { to: '/org/msoc/dashboard/alert-management', search: { alert: uuid } },
        }),
      )
    },
  }
}

function casesSource(leading: Leading): PaletteSource {
  return {
    name: 'cases',
    find: async (words, signal) => {
      if (words === '') return []
      const { cases } = await call(listCases, { q: words, limit: most }, { signal })
      return cases.map(({ uuid, number, title, stage }) =>
        leading({
          id: uuid,
          kind: 'Cases',
          title,
          detail: `CAS-${number} · ${sentenceCase(stage)}`,
          icon: <BriefcaseIcon />,
          place: { to: '/org/msoc/dashboard/case-management/general', search: { case: uuid } },
        }),
      )
    },
  }
}

function programsSource(leading: Leading): PaletteSource {
  return {
    name: 'programs',
    find: async (words, signal) => {
      if (words === '' || !hasLicence('LIFECYCLE_CONCEPT_PHASE')) return []
      const { programs } = await call(getPrograms, { q: words, perPage: most }, { signal })
      return programs.map(({ uuid, name, current_phase: phase }) =>
        leading({
          id: uuid,
          kind: 'Programs',
          title: name,
          detail: phaseLabels[phase],
          icon: menuIcons['Programs']!,
          place: { to: '/org/lifecycle/program', search: { programId: uuid } },
        }),
      )
    },
  }
}

/** What is in the program that the address names, by number or title. */
function artefactsSource(leading: Leading, programId: () => string | undefined): PaletteSource {
  return {
    name: 'what is in this program',
    find: async (words, signal) => {
      const program = programId()
      if (words === '' || program === undefined || !hasLicence('LIFECYCLE_CONCEPT_PHASE')) return []
      const { artefactsCalled } = await import('./palette-artefacts.ts')
      const found = await artefactsCalled(program, words, most, signal)
      return found.map(({ uuid, code, title, kind, to }) =>
        leading({
          id: uuid,
          kind: 'In this program',
          title,
          detail: `${kind} · ${code}`,
          icon: <ManyToManyIcon />,
          place: { to, search: { programId: program, open: code } },
        }),
      )
    },
  }
}

/** Geofences are few: all of them are read, and the words sought in their names. */
function areasSource(leading: Leading): PaletteSource {
  return {
    name: 'geofences',
    find: async (words, signal) => {
      if (words === '') return []
      const { geofences } = await call(listGeofences, {}, { signal })
      return geofences
        .filter(({ name }) => matches(words, name, 'geofence'))
        .slice(0, most)
        .map(({ uuid, name, active, polygon }) =>
          leading({
            id: uuid,
            kind: 'Geofences',
            title: name,
            ...(!active && { detail: 'switched off' }),
            icon: <PolygonFilterIcon />,
            place: placeOfArea(polygon),
          }),
        )
    },
  }
}
