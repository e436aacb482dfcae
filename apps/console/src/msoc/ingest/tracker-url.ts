/**
 * The address that a phone tracker sends to, with its token: what Traccar Client reads from a QR code, and what OsmAnd
 * and others take as their address (rule SENDER-UI-1).
 */
export function trackerUrl(ingestUrl: string, token: string): string {
  return `${ingestUrl}/ingest/v1/osmand?id=${encodeURIComponent(token)}`
}
