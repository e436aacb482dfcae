import { rounded, type FleetEvent, type PackedFrame } from '../sending/events.ts'
import type { Frame } from '../can/traffic.ts'
import { fixAt, stateAt } from './state.ts'
import type { Vehicle } from './vehicles.ts'

/** The position report of a vehicle at a time. */
export function positionReport(vehicle: Vehicle, ts: number): FleetEvent & { type: 'position' } {
  const fix = fixAt(vehicle, ts)
  return {
    type: 'position',
    vehicle: vehicle.vin,
    ts: Math.round(ts),
    lat: rounded(fix.lat, 7),
    lon: rounded(fix.lon, 7),
    speed_kph: rounded(fix.speed * 3.6, 1),
    heading_deg: rounded(fix.headingDeg, 1) % 360,
    altitude_m: rounded(fix.altitude, 1),
    hdop: rounded(fix.hdop, 2),
  }
}

/** The signals that a vehicle reports at a time, by their COVESA VSS names. */
export function telemetryReport(vehicle: Vehicle, ts: number): FleetEvent {
  const state = stateAt(vehicle, ts)
  return {
    type: 'telemetry',
    vehicle: vehicle.vin,
    ts: Math.round(ts),
    signals: {
      'Vehicle.Speed': rounded(state.speed * 3.6, 1),
      'Vehicle.TraveledDistance': Math.round(state.odometerM),
      'Vehicle.Powertrain.TractionBattery.StateOfCharge.Current': rounded(state.chargePercent, 2),
      'Vehicle.Powertrain.TractionBattery.Temperature.Average': rounded(state.batteryTempC, 1),
      'Vehicle.Powertrain.TractionBattery.CurrentVoltage': rounded(state.packVolts, 1),
      'Vehicle.Powertrain.TractionBattery.CurrentCurrent': rounded(state.packAmps, 1),
      'Vehicle.Powertrain.TractionBattery.Charging.IsCharging': state.charging,
      'Vehicle.LowVoltageBattery.CurrentVoltage': rounded(state.lowVolts, 2),
      'Vehicle.Powertrain.ElectricMotor.Torque': Math.round(state.torqueNm),
      'Vehicle.Chassis.Brake.PedalPosition': Math.round(state.brakePercent),
      'Vehicle.Chassis.Accelerator.PedalPosition': Math.round(state.acceleratorPercent),
      'Vehicle.Cabin.Door.Row1.DriverSide.IsLocked': state.locked,
      'Vehicle.Cabin.Door.Row1.DriverSide.IsOpen': state.doorOpen,
    },
  }
}

/** Frames of one bus as one packed event that begins at `ts`. */
export function canReport(vehicle: Vehicle, ts: number, frames: readonly Frame[]): FleetEvent {
  const packed = frames.map(({ at, id, data }): PackedFrame => [Math.max(0, Math.round((at - ts) * 1000)), id, data])
  return { type: 'can', vehicle: vehicle.vin, ts: Math.round(ts), bus: 'can0', frames: packed }
}
