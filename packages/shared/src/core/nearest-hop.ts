/**
 * Which proxies are believed: the one that the connection comes from. What stands before its word in X-Forwarded-For is
 * anybody's.
 */
export function nearestHop(_address: string, hop: number): boolean {
  return hop === 0
}
