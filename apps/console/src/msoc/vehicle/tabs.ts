/** A vehicle's tabs in their order, by their word in the path. */
export const tabs = [
  { word: 'info', title: 'Info', timed: false },
  { word: 'live-location', title: 'Live location', timed: true },
  { word: 'health', title: 'Health', timed: true },
  { word: 'telematics-v3', title: 'Telemetry', timed: true },
  { word: 'software', title: 'Software', timed: false },
  { word: 'sbom-alerts', title: 'SBOM alerts', timed: true },
  { word: 'vulnerabilities', title: 'Vulnerabilities', timed: false },
  { word: 'security-events', title: 'Security events', timed: true },
  { word: 'ids-can', title: 'IDS CAN', timed: true },
  { word: 'ids-can-packet-analyzer', title: 'Packet analyzer', timed: true },
  { word: 'ids-eth', title: 'IDS Ethernet', timed: true },
  { word: 'ids-host', title: 'IDS host', timed: true },
  { word: 'syslog', title: 'Syslog', timed: true },
] as const
export type Tab = (typeof tabs)[number]

/** The tab with this word in the path; the first tab if the word is unknown. */
export function tabNamed(word: string): Tab {
  return tabs.find((tab) => tab.word === word) ?? tabs[0]
}
