/**
 * Which proxies are trusted: only the one that the connection comes from. Entries of X-Forwarded-For before its own
 * entry can come from anybody.
 */
export function nearestHop(_address: string, hop: number): boolean {
  return hop === 0
}
