import type { SyslogEvent } from './events.ts'

type StructuredData = SyslogEvent['structuredData']

/**
 * The id of the product's own structured data, with a key and a vehicle (RFC 5424 6.3.2, the private enterprise number
 * for examples).
 */
export const ownElementId = 'carapace@32473'

/** The structured data of a line without a key: it is marked wherever the line goes (rule SYSLOG-23). */
export function markedUnauthenticated(data: StructuredData): NonNullable<StructuredData> {
  return { ...data, [ownElementId]: { ...data?.[ownElementId], sender: 'unauthenticated' } }
}

/** Whether anybody on the network could have sent the line. */
export function isUnauthenticated(data: StructuredData | undefined): boolean {
  return data?.[ownElementId]?.['sender'] === 'unauthenticated'
}
