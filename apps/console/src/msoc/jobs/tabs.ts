/** The page's tabs: first in the order of a job's life, then the ingest state and the rejected events. */
export const tabs = [
  { tab: 'current', title: 'Current' },
  { tab: 'completed', title: 'Completed' },
  { tab: 'failed', title: 'Failed' },
  { tab: 'ingest', title: 'Ingest' },
  { tab: 'rejects', title: 'Rejected events' },
] as const
export type Tab = (typeof tabs)[number]['tab']

export function tabNamed(word: string): Tab | undefined {
  return tabs.find(({ tab }) => tab === word)?.tab
}
