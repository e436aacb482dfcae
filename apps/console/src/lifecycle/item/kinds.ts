import { artefactKinds } from '@carapace/shared/artefact-kinds'

/** The tabs of the item definition, in order; the diagrams come first, since they show everything. */
export const itemTabs = [
  'diagram',
  'system',
  'component',
  'feature',
  'function',
  'channel',
  'data',
  'boundary',
  'environment',
  'group',
  'assumption',
] as const
export type ItemTab = (typeof itemTabs)[number]

/** The kinds from which an asset can be derived. */
export const assetSources: readonly string[] = ['system', 'component', 'feature', 'function', 'channel', 'data']

/** The tab that shows an artefact with this code: CO-31 is a component. */
export function tabOfCode(code: string | undefined): ItemTab | undefined {
  const letters = code?.match(/^([A-Z]+)-\d+$/)?.[1]
  const kind = artefactKinds.find((one) => one.code === letters)?.kind
  return itemTabs.find((tab) => tab === kind)
}
