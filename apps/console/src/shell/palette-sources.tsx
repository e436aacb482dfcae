import { DriveTimeIcon } from '@blueprintjs/icons'
import { listAlerts } from '@carapace/shared/msoc/alerts.contract'
import { listVehicles } from '@carapace/shared/msoc/vehicles.contract'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { call } from '../core/call.ts'
import { matches, type PaletteSource, usePaletteSource } from '../core/palette.ts'
import { SeverityGlyph } from '../core/ui/severity-glyph.tsx'
import { pages } from './pages-list.tsx'

/** How many of each kind the palette shows: it is for going somewhere, not for browsing. */
const most = 6

/** What the palette finds on every page: pages, vehicles and alerts. */
export function usePaletteSources(): void {
  const navigate = useNavigate()
  usePaletteSource(useMemo(() => pagesSource((to) => void navigate({ to })), [navigate]))
  usePaletteSource(useMemo(() => vehiclesSource((vehicle) => void navigate({ to: '/org/msoc/dashboard/live-map', search: { vehicle } })), [navigate]))
  usePaletteSource(useMemo(() => alertsSource((alert) => void navigate({ to: '/org/msoc/dashboard/alert-management', search: { alert } })), [navigate]))
}

function pagesSource(go: (to: (typeof pages)[number]['to']) => void): PaletteSource {
  return {
    name: 'pages',
    find: (words) =>
      pages
        .filter(({ title, module }) => matches(words, title, module.title))
        .map(({ to, title, module, icon, keys }) => ({ id: to, kind: 'Pages', title, detail: module.title, icon, keys, run: () => go(to) })),
  }
}

function vehiclesSource(show: (vehicle: string) => void): PaletteSource {
  return {
    name: 'vehicles',
    find: async (words, signal) => {
      if (words === '') return []
      const { vehicles } = await call(listVehicles, { q: words, limit: most }, { signal })
      return vehicles.map(({ uuid, vin, name, model }) => ({
        id: uuid,
        kind: 'Vehicles',
        title: vin,
        mono: true,
        detail: name || model,
        icon: <DriveTimeIcon />,
        run: () => show(vin),
      }))
    },
  }
}

function alertsSource(open: (alert: string) => void): PaletteSource {
  return {
    name: 'alerts',
    find: async (words, signal) => {
      if (words === '') return []
      const { alerts } = await call(listAlerts, { q: words, limit: most }, { signal })
      return alerts.map(({ uuid, number, title, severity, vehicle }) => ({
        id: uuid,
        kind: 'Alerts',
        title,
        // a fleet has many alerts of the same title
        detail: vehicle === null ? `ALR-${number}` : `${vehicle.vin} · ALR-${number}`,
        icon: <SeverityGlyph severity={severity} label={severity} />,
        run: () => open(uuid),
      }))
    },
  }
}
