import { z } from 'zod'
import { idsKinds } from '../history/history.ts'

/**
 * The events of the ingest protocol, as senders write them (rules EVENT-3 to EVENT-11 of ../SPEC.md). It serves as
 * documentation and as reference for tests; ingest itself reads events with the faster `decodeEvent` of ./events.ts,
 * which a test compares with this contract.
 */
const number = (min: number, max: number) => z.number().min(min).max(max)
const whole = (min: number, max: number) => z.int().min(min).max(max)
const isWhole = (value: string) => value.isWellFormed() && !value.includes('\0')
const text = (most: number) =>
  z.string().max(most).refine(isWhole, 'A text has no NUL and no half of a surrogate pair.')
const hex = z.string().regex(/^([0-9a-fA-F]{2})*$/, 'Whole bytes in hexadecimal.')

const shape = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)$/
const strict = z.iso.datetime({ offset: true })

export const EventTime = z
  .union([
    number(-2.1e14, 8.64e15).describe('Epoch milliseconds, with a fraction if wanted.'),
    z
      .string()
      .regex(shape)
      .refine((value) => strict.safeParse(value.toUpperCase().replace(' ', 'T')).success, 'This is not a time.')
      .describe('RFC 3339 with an offset.'),
  ])
  .describe("When it happened, by the vehicle's clock.")

const common = {
  vehicle: z
    .string()
    .regex(/^[\w.:-]{1,64}$/)
    .describe('VIN or device id.'),
  ts: EventTime,
}

export const PositionInput = z.object({
  type: z.literal('position'),
  ...common,
  lat: number(-90, 90).describe('Degrees north, WGS 84.'),
  lon: number(-180, 180).describe('Degrees east, WGS 84.'),
  speed_kph: number(0, 1000).nullish().describe('Kilometres an hour.'),
  heading_deg: number(0, 360).nullish().describe('Degrees from north, clockwise.'),
  altitude_m: number(-1000, 20_000).nullish().describe('Metres above the ellipsoid.'),
  hdop: number(0, 1000).nullish().describe('Horizontal dilution of precision.'),
})

const path = /^[A-Za-z][\w.]{0,199}$/

export const TelemetryInput = z.object({
  type: z.literal('telemetry'),
  ...common,
  signals: z
    .record(z.string(), z.union([z.number(), z.boolean(), text(1024)]))
    .refine((signals) => Object.keys(signals).length >= 1 && Object.keys(signals).length <= 500, '1 to 500 signals.')
    .refine((signals) => Object.keys(signals).every((name) => path.test(name)), 'This is not a signal path.')
    .describe('By COVESA VSS path, as in Vehicle.Speed; a boolean is kept as 0 or 1.'),
})

const flag = z.boolean().nullish()
const canCommon = {
  type: z.literal('can'),
  ...common,
  bus: z
    .string()
    .regex(/^[\w.:-]{1,32}$/)
    .describe("The bus's name on this vehicle."),
  ext: flag.describe('29-bit ids; one above 0x7FF is in any case.'),
  fd: flag.describe('CAN FD: up to 64 bytes.'),
  rtr: flag.describe('Remote frames.'),
}
const longest = (fd: boolean | null | undefined) => (fd === true ? 128 : 16)

export const CanFrameInput = z
  .object({
    ...canCommon,
    frames: z.null().optional(),
    id: z
      .union([
        whole(0, 0x1fffffff),
        z
          .string()
          .regex(/^(0[xX])?[0-9a-fA-F]{1,8}$/)
          .refine((value) => Number.parseInt(value, 16) <= 0x1fffffff),
      ])
      .describe('A number, or a text in hexadecimal.'),
    data: hex.nullish(),
  })
  .refine(({ fd, data }) => (data ?? '').length <= longest(fd), 'At most 8 bytes, or 64 with fd.')

export const CanBatchInput = z
  .object({
    ...canCommon,
    frames: z
      .array(
        z.tuple([
          number(0, 3.6e9).describe('Microseconds after ts.'),
          whole(0, 0x1fffffff).describe('Arbitration id.'),
          hex.describe('Data.'),
        ]),
      )
      .min(1)
      .max(20_000),
  })
  .refine(
    ({ fd, frames }) => frames.every(([, , data]) => data.length <= longest(fd)),
    'At most 8 bytes, or 64 with fd.',
  )

function levelsOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(levelsOf)) : 0
}

/** Returns every text in a value, including the names. */
function textsIn(value: unknown): string[] {
  const texts: string[] = []
  JSON.stringify(value, (name, inner: unknown) => {
    texts.push(name, ...(typeof inner === 'string' ? [inner] : []))
    return inner
  })
  return texts
}

const small = <T extends z.ZodType>(object: T) =>
  object
    .refine((value) => levelsOf(value) <= 16, 'At most 16 levels.')
    .refine((value) => JSON.stringify(value).length <= 16_384, 'At most 16 KiB.')
    .refine((value) => textsIn(value).every(isWhole), 'Texts have no NUL and no half of a surrogate pair.')

const free = small(z.record(z.string(), z.unknown()))

export const IdsInput = z.object({
  type: z.enum(idsKinds),
  ...common,
  event_id: whole(0, 0xfffe).describe("Up to 0x7FFF AUTOSAR's, from 0x8000 the manufacturer's."),
  idsm_instance: whole(0, 1023).nullish(),
  sensor_instance: whole(0, 63).nullish(),
  count: whole(1, 65_535).nullish().describe("Occurrences after the vehicle's own filters; 1 where absent."),
  context: z
    .union([hex.max(32_768), free])
    .nullish()
    .describe('Context data: hexadecimal, or an object.'),
  detail: free.nullish().describe('Anything else; ecu and bus are shown.'),
})

const name = z.union([text(255), z.number()]).nullish()

export const SyslogInput = z
  .object({
    type: z.literal('syslog'),
    ...common,
    facility: whole(0, 23).nullish().describe('1 (user) where absent.'),
    severity: whole(0, 7).nullish().describe('5 (notice) where absent.'),
    hostname: name,
    app_name: name,
    proc_id: name,
    msg_id: name,
    structured_data: small(z.record(z.string(), z.record(z.string(), z.string()))).nullish(),
    message: text(8192).nullish(),
    msg: z.unknown().optional().describe('The message, where message is absent.'),
  })
  .refine((input) => text(8192).safeParse(input.message ?? input.msg).success, {
    message: 'A message is needed.',
    path: ['message'],
  })

const unitText = (least: number, most: number) =>
  text(most).refine((value) => value.trim().length >= least, 'A text is needed.')

export const InventoryInput = z.object({
  type: z.literal('inventory'),
  ...common,
  ecus: z
    .array(
      z.object({
        ecu: unitText(1, 64).describe("The control unit's name, as in BCM."),
        software: unitText(1, 200).describe("The software's name or part number."),
        version: unitText(1, 100),
        hardware_part: unitText(0, 100).nullish().describe('The part number of the hardware.'),
        rxswin: unitText(0, 100).nullish().describe('The software identification number of UN R156.'),
      }),
    )
    .min(1)
    .max(200)
    .refine((ecus) => new Set(ecus.map(({ ecu }) => ecu.trim())).size === ecus.length, 'Each control unit once.'),
})

/** One event, as one line of NDJSON or one element of a JSON array. Fields that are not listed are ignored. */
export const EventInput = z.union([
  PositionInput,
  TelemetryInput,
  CanFrameInput,
  CanBatchInput,
  IdsInput,
  SyslogInput,
  InventoryInput,
])
