import { frameFlags, type VehicleEvent } from './events.ts'

/** What of an event a reject keeps, in characters. */
export const rejectTextLength = 4096

/** A decoded event in the words of the JSON protocol again, so that people can read, mend and resend it (rule Q2). */
export function textOfEvent(event: VehicleEvent): string {
  return JSON.stringify({
    type: event.kind,
    vehicle: event.vehicle,
    ts: event.deviceTs ?? event.ts,
    ...fieldsOf(event),
  })
}

function fieldsOf(event: VehicleEvent): Record<string, unknown> {
  switch (event.kind) {
    case 'position':
      return {
        lat: event.lat,
        lon: event.lon,
        speed_kph: event.speedKph,
        heading_deg: event.headingDeg,
        altitude_m: event.altitudeM,
        hdop: event.hdop,
      }
    case 'telemetry':
      return { signals: Object.fromEntries(event.signals) }
    case 'can':
      return { bus: event.bus, ...flagsOf(event.flags), frames: event.frames }
    case 'ids.can':
    case 'ids.eth':
    case 'ids.host':
      return {
        event_id: event.eventId,
        idsm_instance: event.idsmInstance,
        sensor_instance: event.sensorInstance,
        count: event.count,
        context: event.context && Buffer.from(event.context).toString('hex'),
        detail: event.detail,
      }
    case 'syslog':
      return {
        facility: event.facility,
        severity: event.severity,
        hostname: event.hostname,
        app_name: event.appName,
        proc_id: event.procId,
        msg_id: event.msgId,
        structured_data: event.structuredData,
        message: event.message,
      }
  }
}

function flagsOf(flags: number): Record<string, true> {
  return Object.fromEntries(
    Object.entries(frameFlags)
      .filter(([, bit]) => (flags & bit) !== 0)
      .map(([name]) => [name, true]),
  )
}
