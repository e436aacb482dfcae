import { expect, test } from 'vitest'
import { isDetail, pageAt, pages } from './pages-list.tsx'

test.for([
  ['/org/msoc/dashboard', 'Dashboard', false],
  ['/org/msoc/dashboard/live-map', 'Live map', false],
  ['/org/msoc/dashboard/projects', 'Vehicles', false],
  ['/org/msoc/dashboard/projects/vehicle/info', 'Vehicles', true],
  ['/org/msoc/dashboard/asset-register', 'Vehicles', true],
  ['/org/msoc/dashboard/jobs/failed', 'Jobs', false],
  ['/org/msoc/dashboard/case-management/general', 'Case Management', true],
  ['/org/msoc/dashboard/alert-management/general', 'Alert Management', true],
] as const)('[N1] %s belongs to %s', ([path, title, detail]) => {
  expect([pageAt(path)?.title, isDetail(path)]).toEqual([title, detail])
})

test('[N1] a path outside the list belongs to no page', () => {
  expect([pageAt('/org/fmea'), isDetail('/org/fmea')]).toEqual([undefined, false])
})

test('[N2] the menu has the specification\'s names in its order, and no two sequences are alike', () => {
  expect(pages.map(({ railTitle }) => railTitle)).toEqual(['Dashboard', 'Live', 'Projects', 'Jobs', 'Alert Management', 'Case Management'])
  expect(new Set(pages.map(({ keys }) => keys)).size).toBe(pages.length)
})
