import { type Parsed, parsed, refused } from '../../../core/parsed.ts'
import { type DetailLimits, detailOf, type Fields, isText, whole } from '../event-fields.ts'
import { type EventKindSpec, singleRow } from '../event-kind.ts'
import type { EventCommon, SyslogEvent } from '../events.ts'
import { syslogEventsOverTime } from '../events.series.ts'
import { isAuthenticationFailure } from '../syslog.ts'

/** A line of a host's log (rule EVENT-9). */
export const syslogKind: EventKindSpec<SyslogEvent> = {
  kinds: ['syslog'],
  decode: (fields, common, _kind, limits) => decodeSyslog(fields, common, limits),
  fieldsOf: (event) => ({
    facility: event.facility,
    severity: event.severity,
    hostname: event.hostname,
    app_name: event.appName,
    proc_id: event.procId,
    msg_id: event.msgId,
    structured_data: event.structuredData,
    message: event.message,
  }),
  series: syslogEventsOverTime,
  columns: [
    'facility',
    'severity',
    'hostname',
    'app_name',
    'proc_id',
    'msg_id',
    'structured_data',
    'message',
    'auth_failure',
  ],
  encode(event, beginRow) {
    const row = beginRow(event.ts)
    row.int2(event.facility)
    row.int2(event.severity)
    row.text(event.hostname)
    row.text(event.appName)
    row.text(event.procId)
    row.text(event.msgId)
    row.jsonb(event.structuredData)
    row.text(event.message)
    row.bool(isAuthenticationFailure(event))
  },
  ...singleRow,
  arrivalField: 'syslogAt',
}

function decodeSyslog(fields: Fields, common: EventCommon, limits: DetailLimits): Parsed<SyslogEvent> {
  const facility = whole(fields.facility ?? 1, 0, 23)
  if (facility === undefined) return refused('facility: a number from 0 to 23 is needed')
  const severity = whole(fields.severity ?? 5, 0, 7)
  if (severity === undefined) return refused('severity: a number from 0 to 7 is needed')
  const message = fields.message ?? fields.msg
  if (typeof message !== 'string' || !isText(message, 8192))
    return refused('message: a text of at most 8192 characters without NUL is needed')
  const names = [fields.hostname, fields.app_name, fields.proc_id, fields.msg_id].map((name) => nameOf(name))
  if (names.includes(undefined)) return refused('hostname, app_name, proc_id, msg_id: texts of at most 255 characters')
  const structuredData = structuredDataOf(fields.structured_data, limits)
  if (structuredData === undefined) return refused('structured_data: an object of objects of texts, at most 16 KiB')
  const [hostname, appName, procId, msgId] = names as (string | null)[]
  return parsed({
    kind: 'syslog',
    ...common,
    facility,
    severity,
    hostname: hostname!,
    appName: appName!,
    procId: procId!,
    msgId: msgId!,
    structuredData,
    message,
  })
}

function nameOf(given: unknown): string | null | undefined {
  if (given === undefined || given === null) return null
  const text = typeof given === 'number' && Number.isFinite(given) ? String(given) : given
  return typeof text === 'string' && isText(text, 255) ? text : undefined
}

function structuredDataOf(
  given: unknown,
  limits: DetailLimits,
): Record<string, Record<string, string>> | null | undefined {
  const data = detailOf(given, limits)
  if (!data) return data
  const sound = Object.values(data).every(
    (element) =>
      typeof element === 'object' &&
      element !== null &&
      !Array.isArray(element) &&
      Object.values(element).every((value) => typeof value === 'string'),
  )
  return sound ? (data as Record<string, Record<string, string>>) : undefined
}
