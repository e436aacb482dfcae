import { z } from 'zod'
import { channel } from '../../core/live/channel.ts'
import { endpoint } from '../../core/endpoint.ts'
import { Job } from '../../account/jobs.contract.ts'
import {
  queryDateTime,
  queryBoolean,
  cursor,
  limit,
  dateTime,
  oneOrMore,
  someTexts,
  vehicleName,
} from '../../core/wire.ts'
import { healths, severities } from '../severity.ts'
import { circleRadiusM, geofenceCrossings } from './geofences.ts'
import { vehicleOrders } from './vehicle-orders.ts'

export const Vehicle = z.object({
  uuid: z.uuid(),
  vin: z.string(),
  device_id: z.string().nullable(),
  name: z.string(),
  model: z.string(),
  platform: z.string(),
  software_version: z.string(),
  reports_every_seconds: z.int().nullable(),
  registered_by: z.enum(['ingest', 'person']),
  /** A test vehicle, created to replay captures into. */
  is_test: z.boolean(),
  created_at: dateTime,
  revision: z.int(),
  health: z.enum(healths),
  risk: z.int(),
  /** What its alerts add up to, each decaying with time; without an upper limit (rule RISK-SCORE-1). */
  risk_score: z.number(),
  open_alerts: z.int(),
  worst_severity: z.enum(severities).nullable(),
  last_seen: dateTime.nullable(),
  position: z
    .object({
      lat: z.number(),
      lon: z.number(),
      speed_kph: z.number().nullable(),
      heading_deg: z.number().nullable(),
      ts: dateTime,
      received_at: dateTime,
    })
    .nullable(),
  /** Time of the latest arrival of each kind of event. */
  links: z.object({
    position: dateTime.nullable(),
    telemetry: dateTime.nullable(),
    can: dateTime.nullable(),
    ids: dateTime.nullable(),
    syslog: dateTime.nullable(),
  }),
})
export type Vehicle = z.infer<typeof Vehicle>

/** Selects vehicles. All fields that are present must match. */
export const VehicleFilter = z.object({
  q: z.string().trim().max(100).optional(),
  health: oneOrMore(healths).optional(),
  model: someTexts(20, 100).optional(),
  platform: someTexts(20, 100).optional(),
  registered_by: z.enum(['ingest', 'person']).optional(),
  /** The minimum risk, 0 to 100. */
  risk: z.coerce.number().int().min(0).max(100).optional(),
  /** Vehicles that reported since this time; `silent_since`: those that did not. */
  seen_since: queryDateTime.optional(),
  silent_since: queryDateTime.optional(),
})
export type VehicleFilter = z.output<typeof VehicleFilter>

const ordered = { sort: z.enum(vehicleOrders).default('risk'), order: z.enum(['asc', 'desc']).optional() }

export const listVehicles = endpoint({
  method: 'GET',
  path: 'msoc/v1/assets/vehicles',
  summary: 'Vehicles, by default those at risk first',
  access: 'MSOC',
  input: VehicleFilter.extend({ ...ordered, cursor: cursor.optional(), limit: limit(500, 100) }),
  output: z.object({ vehicles: z.array(Vehicle), next_cursor: z.string().nullable(), total: z.int() }),
})

export const exportVehicles = endpoint({
  method: 'GET',
  path: 'msoc/v1/assets/export',
  summary: 'Vehicles as CSV, in the columns that an import reads',
  access: 'MSOC',
  input: VehicleFilter.extend(ordered),
  output: z.string(),
  produces: 'text/csv',
})

export const listVehicleFacets = endpoint({
  method: 'GET',
  path: 'msoc/v1/assets/facets',
  summary: 'The models and platforms that there are, for filters',
  access: 'MSOC',
  input: z.object({}),
  output: z.object({
    models: z.array(z.object({ name: z.string(), vehicles: z.int() })),
    platforms: z.array(z.object({ name: z.string(), vehicles: z.int() })),
  }),
})

export const importVehicles = endpoint({
  method: 'POST',
  path: 'msoc/v1/assets/import',
  summary: 'Register or change vehicles from CSV: looked through first, then done as a job',
  access: 'MSOC',
  needs: 'vehicles.manage',
  bodyLimit: 9 * 1024 * 1024,
  file: 'csv',
  input: z.object({
    /**
     * A header line with `vin`, and any of device_id, name, model, platform, software_version, reports_every_seconds.
     */
    csv: z
      .string()
      .min(1)
      .max(8 * 1024 * 1024),
    /** true: only return what the import would do. */
    dry_run: queryBoolean.default(false),
  }),
  output: z.object({
    success: z.literal(true),
    rows: z.int(),
    added: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    /** The first hundred lines that cannot be read; if there are any, nothing is imported. */
    errors: z.array(z.object({ line: z.int(), reason: z.string() })),
    job: Job.nullable(),
  }),
})

export const getVehicleHealth = endpoint({
  method: 'GET',
  path: 'msoc/v1/assets/health',
  summary: 'How a vehicle was over time, and which alerts made it so',
  access: 'MSOC',
  /** Default: the last 24 hours. */
  input: z.object({ vehicle: vehicleName, from: queryDateTime.optional(), to: queryDateTime.optional() }),
  output: z.object({
    from: dateTime,
    to: dateTime,
    segments: z.array(z.object({ from: dateTime, to: dateTime, health: z.enum(healths), alerts: z.int() })),
  }),
})

export const LatestSignal = z.object({
  path: z.string(),
  value: z.union([z.number(), z.string()]).nullable(),
  ts: dateTime,
})

export const getVehicle = endpoint({
  method: 'GET',
  path: 'msoc/v1/assets/vehicle',
  summary: 'One vehicle, by uuid, VIN or device id, with its latest signals',
  access: 'MSOC',
  input: z.object({ uuid: vehicleName }),
  output: z.object({ vehicle: Vehicle, signals: z.array(LatestSignal) }),
})

export const saveVehicle = endpoint({
  method: 'POST',
  path: 'msoc/v1/assets/save-vehicle',
  summary: 'Register a vehicle, or change its data',
  access: 'MSOC',
  needs: 'vehicles.manage',
  input: z.object({
    /** Absent: register a new vehicle. */
    uuid: z.uuid().optional(),
    revision: z.int32().optional(),
    vin: z
      .string()
      .trim()
      .regex(/^[\w.:-]{1,64}$/, 'Letters, digits and . _ : - only, at most 64.'),
    device_id: z
      .string()
      .trim()
      .regex(/^[\w.:-]{1,64}$/)
      .nullish(),
    name: z.string().trim().max(100).default(''),
    model: z.string().trim().max(100).default(''),
    platform: z.string().trim().max(100).default(''),
    software_version: z.string().trim().max(100).default(''),
    reports_every_seconds: z.int().min(0).max(86_400).nullish(),
  }),
  output: z.object({ success: z.literal(true), vehicle: Vehicle }),
})

/** A vehicle on the map. The descriptive fields are sent when it enters the view; after that only what changes. */
export const MapVehicle = z.object({
  vin: z.string(),
  uuid: z.uuid().optional(),
  model: z.string().optional(),
  lat: z.number(),
  lon: z.number(),
  speed_kph: z.number().nullable(),
  heading_deg: z.number().nullable(),
  health: z.enum(healths),
  risk: z.int(),
  open_alerts: z.int(),
  /** The vehicle's time of the position, and when it arrived: epoch ms. */
  ts: z.number(),
  received_at: z.number(),
})
export type MapVehicle = z.infer<typeof MapVehicle>

/** Vehicles that are too close together to be drawn separately at this zoom. */
export const MapCluster = z.object({
  id: z.string(),
  lat: z.number(),
  lon: z.number(),
  count: z.int(),
  compromised: z.int(),
  degraded: z.int(),
  offline: z.int(),
})
export type MapCluster = z.infer<typeof MapCluster>

/** One entry of a position change: a vehicle, a cluster, or the name of a vehicle or cluster that left the view. */
export const MapChange = z.union([
  z.object({ vehicle: MapVehicle }),
  z.object({ cluster: MapCluster }),
  z.object({ gone: z.string() }),
])
export type MapChange = z.infer<typeof MapChange>

/**
 * Number of vehicles per part: a snapshot with a full part continues in the following changes, until one of them has
 * fewer. A whole fleet at once would block the server and its client.
 */
export const positionsPart = 5_000

export const positionsChannel = channel({
  name: 'msoc.positions',
  delivery: 'state',
  access: 'MSOC',
  params: z.object({
    /** West, south, east, north, in degrees; west > east crosses the antimeridian. */
    bbox: z.tuple([
      z.number().min(-180).max(180),
      z.number().min(-90).max(90),
      z.number().min(-180).max(180),
      z.number().min(-90).max(90),
    ]),
    zoom: z.number().min(0).max(24),
    /** false: every vehicle separately, however many. */
    clusters: z.boolean().default(true),
  }),
  snapshot: z.object({ vehicles: z.array(MapVehicle), clusters: z.array(MapCluster) }),
  change: MapChange,
})

export const vehicleChannel = channel({
  name: 'msoc.vehicle',
  delivery: 'state',
  access: 'MSOC',
  params: z.object({ vehicle: vehicleName }),
  snapshot: z.object({ vehicle: Vehicle, signals: z.array(LatestSignal) }),
  change: z.object({ vehicle: Vehicle, signals: z.array(LatestSignal) }),
})

export const Geofence = z.object({
  uuid: z.uuid(),
  name: z.string(),
  polygon: z
    .array(z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]))
    .min(3)
    .max(200),
  /** Set for a circle, whose outline approximates it; at most 500 km. */
  circle: z
    .object({
      lon: z.number().min(-180).max(180),
      lat: z.number().min(-85).max(85),
      radius_m: z.number().min(circleRadiusM.min).max(circleRadiusM.max),
    })
    .nullable(),
  /** Whether leaving, entering, or both raise an alert. */
  alert_on: z.enum(geofenceCrossings),
  /** The vehicles that it applies to. Without any `vins` and `models` it applies to all vehicles. */
  vins: z.array(z.string().trim().min(1).max(64)).max(500),
  /** The vehicle models that it applies to. */
  models: z.array(z.string().trim().min(1).max(100)).max(100),
  severity: z.enum(severities),
  active: z.boolean(),
  revision: z.int32(),
})
export type Geofence = z.infer<typeof Geofence>

export const listGeofences = endpoint({
  method: 'GET',
  path: 'msoc/v1/geofences',
  summary: 'The areas whose outlines vehicles should not cross',
  access: 'MSOC',
  input: z.object({}),
  output: z.object({ geofences: z.array(Geofence) }),
})

export const saveGeofence = endpoint({
  method: 'POST',
  path: 'msoc/v1/geofences/save',
  summary: 'Draw an area, or change one',
  access: 'MSOC',
  needs: 'geofences.manage',
  input: Geofence.partial({
    uuid: true,
    revision: true,
    polygon: true,
    circle: true,
    alert_on: true,
    vins: true,
    models: true,
  })
    .extend({ name: z.string().trim().min(1).max(100) })
    .refine(({ polygon, circle }) => polygon !== undefined || (circle ?? null) !== null, {
      path: ['polygon'],
      message: 'An area is a polygon or a circle.',
    }),
  output: z.object({ success: z.literal(true), geofence: Geofence }),
})

export const deleteGeofence = endpoint({
  method: 'POST',
  path: 'msoc/v1/geofences/delete',
  summary: 'Remove an area',
  access: 'MSOC',
  needs: 'geofences.manage',
  input: z.object({ uuid: z.uuid() }),
  output: z.object({ success: z.literal(true) }),
})
