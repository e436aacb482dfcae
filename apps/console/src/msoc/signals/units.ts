/** Units of the VSS signals that fleets send most, by the end of their path; the last end that matches counts. */
const units: readonly (readonly [end: string, unit: string])[] = [
  ['Speed', 'km/h'],
  ['Torque', 'Nm'],
  ['Power', 'kW'],
  ['StateOfCharge.Current', '%'],
  ['StateOfCharge.Displayed', '%'],
  ['StateOfHealth', '%'],
  ['PedalPosition', '%'],
  ['RelativeLevel', '%'],
  ['Humidity', '%'],
  ['Angle', '°'],
  ['Heading', '°'],
  ['Latitude', '°'],
  ['Longitude', '°'],
  ['Altitude', 'm'],
  ['Temperature', '°C'],
  ['Temperature.Average', '°C'],
  ['Temperature.Min', '°C'],
  ['Temperature.Max', '°C'],
  ['Pressure', 'kPa'],
  ['CurrentVoltage', 'V'],
  ['Voltage', 'V'],
  ['CurrentCurrent', 'A'],
  ['CurrentPower', 'W'],
  ['TraveledDistance', 'km'],
  ['Range', 'm'],
  ['EngineSpeed', 'rpm'],
  ['Engine.Speed', 'rpm'],
  ['ElectricMotor.Speed', 'rpm'],
  ['Acceleration.Lateral', 'm/s²'],
  ['Acceleration.Longitudinal', 'm/s²'],
  ['Acceleration.Vertical', 'm/s²'],
  ['AngularVelocity.Yaw', '°/s'],
  ['AngularVelocity.Pitch', '°/s'],
  ['AngularVelocity.Roll', '°/s'],
]

/** Matches a boolean signal by VSS convention; its value is 0 or 1. */
const isClaim = /\.Is[A-Z]\w*$/

/** The unit of a signal, if it is known. */
export function unitOf(path: string): string | undefined {
  return units.findLast(([end]) => path === end || path.endsWith(`.${end}`) || path.endsWith(end))?.[1]
}

/** A number as text with the unit of its signal: `45.2 km/h`, `12°`. */
export function withUnit(text: string, path: string): string {
  const unit = unitOf(path)
  if (unit === undefined) return text
  return unit === '°' ? `${text}${unit}` : `${text} ${unit}`
}

/** `yes` or `no` for a signal that is true or false by its name; undefined for any other (rule VEHICLE-UI-17). */
export function claimText(path: string, value: number | string | null): string | undefined {
  if (!isClaim.test(path) || (value !== 0 && value !== 1)) return undefined
  return value === 1 ? 'yes' : 'no'
}
