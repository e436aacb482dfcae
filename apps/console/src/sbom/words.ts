import type { DocumentOrigin, SoftwareKind } from '@carapace/shared/sbom/sbom'
import { number } from '../core/format/format.ts'

export const kindNames: Readonly<Record<SoftwareKind, string>> = {
  'ecu-image': 'ECU image',
  backend: 'Back end',
  app: 'App',
  library: 'Library',
  other: 'Other',
}

export const originNames: Readonly<Record<DocumentOrigin, string>> = {
  own: 'Own build',
  supplier: 'Supplier',
  scan: 'Scan',
  merged: 'Merged',
}

export const releasesText = (count: number): string => `${number(count)} ${count === 1 ? 'release' : 'releases'}`
export const componentsText = (count: number): string => `${number(count)} ${count === 1 ? 'component' : 'components'}`
export const vehiclesText = (count: number): string => `${number(count)} ${count === 1 ? 'vehicle' : 'vehicles'}`
