import { artefactKinds } from '@carapace/shared/artefact-kinds'

/** What an item is made of, in the order of its tabs; the diagrams first, as they show it all. */
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

/** What an asset can come of. */
export const assetSources: readonly string[] = ['system', 'component', 'feature', 'function', 'channel', 'data']

/** The tab that shows an artefact of this code: CO-31 is a component. */
export function tabOfCode(code: string | undefined): ItemTab | undefined {
  const letters = code?.match(/^([A-Z]+)-\d+$/)?.[1]
  const kind = artefactKinds.find((one) => one.code === letters)?.kind
  return itemTabs.find((tab) => tab === kind)
}
