/** A call that sends a vehicle's first position (rule SENDER-UI-2). */
export function exampleCall(ingestUrl: string, now: number): string {
  return `curl -X POST ${ingestUrl}/ingest/v1/events \\
  -H 'Authorization: Bearer <ingest key>' \\
  -H 'Content-Type: application/x-ndjson' \\
  -d '{"type":"position","vehicle":"NHVEQ24AAS0022517","ts":${now},"lat":48.78,"lon":9.18}'`
}
